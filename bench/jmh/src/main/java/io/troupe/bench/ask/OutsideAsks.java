// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.javadsl.AskPattern;

/** One ask by a thread outside of actors, which waits for the answer and checks it. */
public final class OutsideAsks {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int QUESTION = 41;

    private OutsideAsks() {}

    /** Awaits a promise. */
    public static Workload onTroupe(ActorSystem system) {
        Answerer answerer = system.spawn(Answerer.class, Answerer::new);
        return () -> checked(answerer.ask(QUESTION).await(LIMIT));
    }

    /** Joins the future of Pekko's ask for outsiders. */
    public static Workload onPekko(PekkoPeer peer) {
        var answerer = peer.spawnTyped(PekkoAsk.answerer());
        return () -> checked(AskPattern.<PekkoAsk.Question, PekkoAsk.Answer>ask(
                        answerer,
                        replyTo -> new PekkoAsk.Question(QUESTION, replyTo),
                        LIMIT,
                        peer.system().scheduler())
                .toCompletableFuture()
                .join()
                .value());
    }

    /** Joins a completable future. */
    public static Workload onPeer(Peer peer) {
        Recipient<FutureAnswerer.Question> answerer = peer.spawn(new FutureAnswerer());
        return () -> {
            CompletableFuture<Integer> reply = new CompletableFuture<>();
            answerer.tell(new FutureAnswerer.Question(QUESTION, reply));
            return checked(reply.join());
        };
    }

    private static long checked(int answer) {
        if (answer != Series.answer(QUESTION)) {
            throw new IllegalStateException("answer must be right: answer=" + answer);
        }
        return answer;
    }
}
