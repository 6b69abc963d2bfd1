// SPDX-License-Identifier: Apache-2.0
package io.troupe.remotetransport;

import io.troupe.core.ActorSystem;
import io.troupe.core.SystemBuilder;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/**
 * Two systems with a link between them, on one thread: they link, call, lose the link, dial again and close. The result is a
 * log of everything that arrives, with its time.
 */
public final class SteppedLinks implements Callable<List<String>> {
    private static final String ADDRESS = "tcp://there.example:7000"; // looked up by nobody
    private static final Duration LIMIT = Duration.ofHours(1);

    private final List<String> log = new ArrayList<>();
    private final ManualClock clock = new ManualClock();
    private final ManualDispatcher steps;
    private final SteppedNetwork network;
    private final long seed;
    private final Duration drain;

    /** Not begun. */
    public SteppedLinks(long seed, Duration drain) {
        this.seed = seed;
        this.drain = drain;
        this.steps = ManualDispatcher.seeded(seed);
        this.network = new SteppedNetwork(steps, clock, Duration.ofMillis(3), log);
    }

    /** Not begun; for whoever has no more than its class. */
    public SteppedLinks(Long seed) {
        this(seed, Duration.ofMinutes(1));
    }

    /** Says what it is told. */
    public static class Speaker extends Actor<Speaker> {
        private final List<String> said = new ArrayList<>();

        public void say(String text) {
            said.add(text);
        }

        public Promise<List<String>> said() {
            return Promise.of(List.copyOf(said));
        }

        public Promise<String> later(Duration pause) {
            CompletablePromise<String> answer = new CompletablePromise<>();
            context().after(pause, () -> answer.complete("after " + pause));
            return answer;
        }

        public Promise<Speaker> child(String word) {
            Speaker child = context().spawn(Speaker.class, Speaker::new);
            child.say(word);
            return Promise.of(child);
        }
    }

    private ActorSystem system(String name, ManualDispatcher dispatcher, Clock time, long chance) {
        SystemBuilder builder = ActorSystem.builder()
                .name(name)
                .dispatcher(dispatcher)
                .helpers(dispatcher.executor())
                .clock(time)
                .drainTimeout(drain)
                .random(new Random(chance));
        return builder.start();
    }

    private Remoting remoting(ActorSystem system) {
        return Remoting.on(system, RemotingConfig.production().insecure(true), network.transport());
    }

    @Override
    public List<String> call() {
        ActorSystem here = system("here", steps, clock, 2 * seed);
        ActorSystem there =
                system("there", steps.share("there"), clock.skewed(Duration.ofSeconds(-9), 0.001), 2 * seed + 1);
        Remoting server = remoting(there);
        server.expose("speaker", there.spawn(Speaker.class, Speaker::new));
        server.onLink(link -> link.onChange((state, why) -> note("there " + state + " " + why)));
        server.listen(ADDRESS).then(listener -> note("listens at " + listener.address()));
        Remoting client = remoting(here);
        Link link = settled(client.connect(ADDRESS).map(up -> {
            note("up");
            return up;
        }));
        link.onChange((state, why) -> note("here " + state + " " + why));

        Speaker speaker = link.lookup("speaker", Speaker.class);
        for (int i = 0; i < 5; i++) {
            speaker.say("word " + i);
        }
        note(String.valueOf(settled(speaker.said())));
        note(settled(speaker.later(Duration.ofSeconds(5))));
        Speaker child = settled(speaker.child("small"));
        note(String.valueOf(settled(child.said())));

        Promise<String> lost = speaker.later(Duration.ofSeconds(50));
        Promise<String> failure = lost.recover(cause -> "lost: " + cause.getMessage());
        steps.runAll();
        clock.advance(Duration.ofSeconds(1));
        network.down();
        note(settled(failure));
        clock.advance(Duration.ofMillis(10));
        until(() -> link.state() == LinkState.CONNECTING);
        until(() -> link.state() == LinkState.DOWN);
        network.up();
        until(() -> link.state() == LinkState.UP);
        note(String.valueOf(settled(speaker.said())));

        Promise<String> owed = speaker.later(Duration.ofSeconds(2));
        note(String.valueOf(settled(speaker.said()))); // behind it
        there.close();
        note("there is closed, owed=" + owed.isFulfilled());
        here.close();
        note("here is closed");
        while (steps.runNext() || clock.advanceToNext()) {
            // what is still on its way
        }
        note("timers=" + clock.pending() + ", steps=" + steps.steps());
        return log;
    }

    private void note(String what) {
        log.add(clock.nanos() + " " + what);
    }

    private <T> T settled(Promise<T> promise) {
        until(promise::isSettled);
        return promise.await(LIMIT);
    }

    private void until(BooleanSupplier condition) {
        long end = clock.nanos() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (!steps.runNext() && (clock.nanos() - end > 0 || !clock.advanceToNext(LIMIT))) {
                throw new AssertionError(
                        "it must come about: log=\n" + String.join("\n", log.subList(0, Math.min(log.size(), 90))));
            }
        }
    }
}
