//! Eight provider calls for a stage and a turn.

use crate::support::{Act, Fake, after, calls, output, outputs, reduce, rewrite, say, stand};

#[tokio::test(start_paused = true)]
async fn eight_calls_in_the_order_of_the_items() {
    let stand = stand(vec![Fake::new("0", say("x"))]);
    let expected: Vec<&str> = [["x"; 8].as_slice(), &["", ""]].concat();
    assert_eq!(reduce(&stand, &outputs(10)).await, expected);
    assert_eq!(stand.log.ends(), [["changed"; 8].as_slice(), &["no_place"; 2]].concat());
    let names: Vec<String> = (0..10).map(|number| number.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(rewrite(&stand, &names).await, expected);
}

#[tokio::test(start_paused = true)]
async fn first_attempts_have_their_places_before_second_ones() {
    // The first item would need both providers at once; the sixth one is asked all the same.
    let fakes = vec![
        Fake::planned("0", |asked, _| if asked.command == "a" { Act::Leave } else { after(9, Act::Leave) }),
        Fake::new("1", say("x")),
    ];
    let stand = stand(fakes);
    assert_eq!(rewrite(&stand, &["a", "b", "c", "d", "e", "f"]).await, ["x", "x", "", "", "", ""]);
    assert_eq!((stand.calls(0), stand.calls(1)), (6, 2));
    assert_eq!(stand.log.ends()[2..], ["no_place"; 4]);
}

#[tokio::test(start_paused = true)]
async fn a_remembered_answer_costs_no_place() {
    let stand = stand(vec![Fake::new("0", say("x"))]);
    // Row 40: the history is replayed with each turn.
    let history = outputs(20);
    assert_eq!(reduce(&stand, &history[..8]).await, ["x"; 8]);
    assert_eq!(reduce(&stand, &history[..16]).await, ["x"; 16]);
    assert_eq!(reduce(&stand, &history).await, ["x"; 20]);
    assert_eq!(stand.calls(0), 20);
}

#[tokio::test(start_paused = true)]
async fn the_same_output_takes_one_place() {
    let stand = stand(vec![Fake::new("0", say("x"))]);
    let same: Vec<_> = (0..9).map(|code| output("cmd", &format!("Exit code {code}\nsame"))).collect();
    let reduced = reduce(&stand, &same).await;
    assert_eq!(reduced[8], "Exit code 8\nx");
    assert_eq!(stand.calls(0), 1);
}

#[tokio::test(start_paused = true)]
async fn a_stage_that_is_used_twice_has_eight_in_all() {
    let stand = stand(vec![Fake::new("0", say("x"))]);
    let turn = stand.optimizer.turn();
    let count = |some: Vec<Option<_>>| some.iter().flatten().count();
    assert_eq!(count(turn.rewrite(&calls(&["a", "b", "c", "d", "e"])).await), 5);
    assert_eq!(count(turn.rewrite(&calls(&["f", "g", "h", "i", "j"])).await), 3);
    // The other stage has its own.
    assert_eq!(turn.reduce(&outputs(9)).await.iter().flatten().count(), 8);
    assert_eq!(stand.calls(0), 16);
}

#[tokio::test(start_paused = true)]
async fn a_place_that_is_not_used_goes_to_another() {
    // Seven that only the first provider could reduce, which is stopped by the first of them; and one that two others
    // are asked for, which takes a second place.
    let fakes = vec![
        Fake::new("0", crate::support::timed_out()),
        Fake::new("1", Act::Leave).with_program("p"),
        Fake::new("2", say("x")).with_program("p"),
    ];
    let stand = stand(fakes);
    let own = (0..7).map(|number| output("p", &number.to_string()));
    let all: Vec<_> = own.chain([output("cmd", "text")]).collect();
    assert_eq!(reduce(&stand, &all).await[7], "x");
    assert_eq!([0, 1, 2].map(|fake| stand.calls(fake)), [1, 1, 1]);
    assert_eq!(stand.log.ends(), [["unchanged"; 7].as_slice(), &["changed"]].concat());
}
