// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;

/**
 * An asker and an answerer.
 *
 * @param outstanding asks in flight
 */
public record Asks(int outstanding) {
    private static final long EXPECTED = Series.expected();

    /** With promises, placed by the dispatcher. */
    public Workload onTroupe(ActorSystem system) {
        return onTroupe(system, ActorOptions.defaults(), ActorOptions.defaults());
    }

    /** With promises. */
    public Workload onTroupe(ActorSystem system, ActorOptions askerOptions, ActorOptions answererOptions) {
        Completion completion = new Completion();
        Answerer answerer = system.spawn(Answerer.class, Answerer::new, answererOptions);
        Asker asker = system.spawn(Asker.class, () -> new Asker(answerer, new Series(completion)), askerOptions);
        return () -> {
            asker.begin(outstanding);
            return completion.await(EXPECTED);
        };
    }

    /** With promises; the one who answers is an actor of a directory, found once. */
    public Workload byKey(ActorSystem system) {
        Completion completion = new Completion();
        Answerer answerer =
                system.directory(Answerer.class, () -> new Answerer()).get("key");
        Asker asker = system.spawn(Asker.class, () -> new Asker(answerer, new Series(completion)));
        return () -> {
            asker.begin(outstanding);
            return completion.await(EXPECTED);
        };
    }

    /** With completable futures that come back as messages: what one writes by hand. */
    public Workload withFutures(Peer peer) {
        Completion completion = new Completion();
        Recipient<FutureAnswerer.Question> answerer = peer.spawn(new FutureAnswerer());
        Recipient<FutureAsker.Message> asker = peer.spawn(new FutureAsker(answerer, new Series(completion)));
        return () -> {
            asker.tell(new FutureAsker.Begin(outstanding));
            return completion.await(EXPECTED);
        };
    }

    /** With a message for the question and one for the answer, no promise at all: the limit. */
    public Workload withMessages(Peer peer) {
        Completion completion = new Completion();
        Recipient<MessageAsker.Question> answerer = peer.spawn(
                (question, self) -> question.replyTo().tell(new MessageAsker.Answer(Series.answer(question.value()))));
        Recipient<MessageAsker.Message> asker = peer.spawn(new MessageAsker(answerer, new Series(completion)));
        return () -> {
            asker.tell(new MessageAsker.Begin(outstanding));
            return completion.await(EXPECTED);
        };
    }

    /** With Pekko's own ask. */
    Workload onPekko(PekkoPeer peer) {
        Completion completion = new Completion();
        var answerer = peer.spawnTyped(PekkoAsk.answerer());
        var asker = peer.spawnTyped(PekkoAsk.asker(answerer, new Series(completion)));
        return () -> {
            asker.tell(new PekkoAsk.Begin(outstanding));
            return completion.await(EXPECTED);
        };
    }
}
