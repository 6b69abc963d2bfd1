// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.feast;

import io.troupe.cluster.Cluster;
import io.troupe.core.promise.Promise;
import io.troupe.examples.members.MemberProgram;
import io.troupe.examples.members.MemberProgram.Answer;
import io.troupe.examples.members.MemberProgram.Work;
import io.troupe.examples.members.SettledAnswers;
import io.troupe.examples.philosophers.feast.Seat.Manners;
import io.troupe.examples.philosophers.feast.Seat.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What a process with seats and forks does. Dinner itself needs no orders. Answers begin with the word of the order.
 *
 * <pre>
 *   sit RUN COUNT THINK THINK EAT EAT     sit | again
 *   leave RUN COUNT                       leave | again
 *   report RUN COUNT                      report NUMBERS | again
 * </pre>
 */
public final class FeastWorker implements Work {
    /** Knows nothing yet. */
    public FeastWorker() {}

    @Override
    public void host(Cluster cluster) {
        cluster.host(Fork.class, Fork::new);
        cluster.host(Seat.class, Seat::new);
    }

    @Override
    public void take(String[] words, Cluster cluster, Answer answer) {
        String run = words[1];
        int count = Integer.parseInt(words[2]);
        switch (words[0]) {
            case "sit" -> {
                Span think = new Span(Integer.parseInt(words[3]), Integer.parseInt(words[4]));
                Span eat = new Span(Integer.parseInt(words[5]), Integer.parseInt(words[6]));
                Promise<?> all = all(
                        count, i -> cluster.actor(Seat.class, seat(run, i)).sit(manners(run, i, count, think, eat)));
                answer(all.map(done -> words[0]), answer);
            }
            case "leave" -> {
                Promise<?> all =
                        all(count, i -> cluster.actor(Seat.class, seat(run, i)).leave());
                answer(all.map(done -> words[0]), answer);
            }
            default -> {
                Promise<List<Seat.State>> seats =
                        all(count, i -> cluster.actor(Seat.class, seat(run, i)).read());
                Promise<List<Fork.State>> forks =
                        all(count, i -> cluster.actor(Fork.class, fork(run, i)).read());
                answer(
                        Promise.allSettled(seats, forks)
                                .flatMap(both -> seats.flatMap(
                                        s -> forks.map(f -> FeastReport.of(s, f).line()))),
                        answer);
            }
        }
    }

    private static void answer(Promise<String> line, Answer answer) {
        line.onComplete((said, failure) -> answer.say(failure == null ? said : MemberProgram.AGAIN));
    }

    private static <T> Promise<List<T>> all(int count, IntFunction<Promise<T>> each) {
        List<Promise<T>> promises = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            promises.add(each.apply(i));
        }
        return SettledAnswers.of(promises);
    }

    private static Manners manners(String run, int i, int count, Span think, Span eat) {
        int other = (i + 1) % count;
        return new Manners(fork(run, Math.min(i, other)), fork(run, Math.max(i, other)), think, eat);
    }

    private static String seat(String run, int i) {
        return run + "-seat-" + i;
    }

    private static String fork(String run, int i) {
        return run + "-fork-" + i;
    }
}
