// Forwards requests to a server that wants a bearer token, for a client that cannot send one. Everything else,
// the Host and Origin headers too, goes through as it came. Prints the port that it listens on.
//
//   node with-token.mjs URL TOKEN
import http from "node:http";

const [target, token] = process.argv.slice(2);
const upstream = new URL(target);

const server = http.createServer((request, response) => {
  const forwarded = http.request(
    {
      host: upstream.hostname,
      port: upstream.port,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
    },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    },
  );
  forwarded.on("error", () => response.destroy());
  response.on("close", () => forwarded.destroy());
  request.pipe(forwarded);
});

server.listen(0, "127.0.0.1", () => console.log(server.address().port));
