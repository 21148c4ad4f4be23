//! Who may talk to the HTTP server: whoever knows the token.

use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// The bearer token of a server.
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn new(token: String) -> Token {
        Token(token)
    }

    /// Lets the right token pass; 401 otherwise, in the form of RFC 6750.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), Box<Response>> {
        let mut given = headers.get_all(AUTHORIZATION).iter();
        let challenge = match (given.next(), given.next()) {
            (None, _) => r#"Bearer realm="toolhost""#,
            (Some(credentials), None) if self.is(credentials.as_bytes()) => return Ok(()),
            _ => r#"Bearer realm="toolhost", error="invalid_token""#,
        };
        let body = "Unauthorized: send the server's token as `Authorization: Bearer TOKEN`";
        Err(Box::new((StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, challenge)], body).into_response()))
    }

    fn is(&self, credentials: &[u8]) -> bool {
        let Some((scheme, token)) = credentials.split_at_checked("Bearer ".len()) else { return false };
        scheme.eq_ignore_ascii_case(b"Bearer ") && is_same(token.trim_ascii(), self.0.as_bytes())
    }
}

/// Takes as long for a token that is nearly right as for one that is not; the length is no secret. An empty secret is
/// nobody's.
fn is_same(given: &[u8], secret: &[u8]) -> bool {
    let difference =
        given.iter().zip(secret).fold(0, |difference, (a, b)| std::hint::black_box(difference | (a ^ b)));
    !secret.is_empty() && given.len() == secret.len() && difference == 0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
    use axum::http::{HeaderMap, StatusCode};

    use super::Token;

    #[test]
    fn only_the_token_passes() {
        let (asked, wrong) =
            (r#"Bearer realm="toolhost""#, r#"Bearer realm="toolhost", error="invalid_token""#);
        let table: [(&[&str], Option<&str>); 12] = [
            (&["Bearer s3cret"], None),
            (&["bearer  s3cret "], None),
            (&[], Some(asked)),
            (&[""], Some(wrong)),
            (&["Bearer"], Some(wrong)),
            (&["Bearer "], Some(wrong)),
            (&["Bearer s3cre"], Some(wrong)),
            (&["Bearer s3crets"], Some(wrong)),
            (&["Bearer S3cret"], Some(wrong)),
            (&["Basic s3cret"], Some(wrong)),
            (&["s3cret"], Some(wrong)),
            (&["Bearer s3cret", "Bearer s3cret"], Some(wrong)),
        ];
        for (given, expected) in table {
            let mut headers = HeaderMap::new();
            for value in given {
                headers.append(AUTHORIZATION, value.parse().unwrap());
            }
            match (Token::new("s3cret".into()).check(&headers), expected) {
                (Ok(()), None) => {}
                (Err(response), Some(challenge)) => {
                    assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{given:?}");
                    assert_eq!(response.headers()[WWW_AUTHENTICATE], challenge, "{given:?}");
                }
                (outcome, _) => panic!("{given:?}: {outcome:?}"),
            }
        }
    }

    #[test]
    fn no_token_lets_nobody_in() {
        let headers = HeaderMap::from_iter([(AUTHORIZATION, "Bearer ".parse().unwrap())]);
        assert!(Token::new(String::new()).check(&headers).is_err());
    }
}
