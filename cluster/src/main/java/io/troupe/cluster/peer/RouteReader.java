// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a client learns who owns what: asks one member after the other, one question at a time, when somebody has something
 * newer, and now and then. Whoever has something newer while another one owes an answer is asked beside it: that one may stand
 * still. Dials the addresses that it was given as long as it is linked to no member. Works on a thread of its own; any thread
 * may tell it.
 */
public final class RouteReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RouteReader.class);

    private static final long OFTEN_MILLIS = 1_000;

    /** One that may not be answered, and one to who has said that there is news. */
    private static final int MOST_QUESTIONS = 2;

    /** Then another member is asked. */
    private static final long PATIENCE_NANOS = 3_000_000_000L;

    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final String name;
    private final Remoting remoting;
    private final Supplier<Map<Long, Link>> members;
    private final Consumer<RegistryDelta> news;
    private final ScheduledExecutorService thread;

    // ---- on the thread
    private final Map<String, Seed> seeds = new LinkedHashMap<>();
    private long view;
    private int turn;

    /** Who has said that there is news, and is asked next; 0: nobody. */
    private long teller;

    private boolean again;

    /** Those that are not answered. */
    private final List<Question> questions = new ArrayList<>();

    /** @param answers takes what the member answers */
    private record Question(Link link, Callback<String> answers, long askedNanos) {}

    /** An address that was given. */
    private static final class Seed {
        private @Nullable Link link;
        private boolean dialling;
        /** Why no link was made, or what was asked was not answered; null: neither has happened. */
        private volatile @Nullable String cause;
    }

    /**
     * Asks nobody yet.
     *
     * @param name of its thread and lane, its own within the process
     * @param remoting of the process
     * @param addresses of members
     * @param members links to members that can be used, by their ids
     * @param news told of each newer view, on the thread
     */
    public RouteReader(
            String name,
            Remoting remoting,
            List<String> addresses,
            Supplier<Map<Long, Link>> members,
            Consumer<RegistryDelta> news) {
        this.name = name;
        this.remoting = remoting;
        this.members = members;
        this.news = news;
        addresses.forEach(address -> seeds.put(address, new Seed()));
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
    }

    /** Asks from now on. */
    public void start() {
        Future<?> unused = thread.scheduleWithFixedDelay(this::look, 0, OFTEN_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * There may be something newer.
     *
     * @param member that has said so; 0: nobody in particular
     */
    public void wake(long member) {
        execute(() -> {
            teller = member == 0 ? teller : member;
            again = true;
            look();
        });
    }

    /** Why no address has answered, as far as that is known now, for people. Any thread. */
    public String causes() {
        List<String> causes = new ArrayList<>();
        seeds.forEach((address, seed) -> causes.add(address + ": " + cause(address, seed.cause)));
        return String.join("; ", causes);
    }

    /** A link is dialled for longer than a client waits: until it is up, its last loss says why it is not. */
    private String cause(String address, @Nullable String told) {
        String peer = Address.parse(address).toString();
        Link link = remoting.links().stream()
                .filter(each -> each.lane().equals(name) && each.peer().equals(peer))
                .findFirst()
                .orElse(null);
        boolean up = link != null && link.state() == LinkState.UP;
        LinkLoss loss = link == null || up ? null : link.lastLoss();
        if (loss != null) {
            return loss.cause();
        }
        if (told != null) {
            return told;
        }
        return up ? "it has a link, and has not answered yet" : "it is dialled, and has not said anything yet";
    }

    private void execute(Runnable step) {
        try {
            thread.execute(() -> guarded(step));
        } catch (RejectedExecutionException e) {
            // it has closed
        }
    }

    private void look() {
        guarded(() -> {
            giveUp();
            Link link = questions.isEmpty() ? next() : other();
            if (link != null) {
                again = false;
                ask(link);
            }
        });
    }

    private void giveUp() {
        long now = System.nanoTime();
        List<Question> late = questions.stream()
                .filter(each -> now - each.askedNanos > PATIENCE_NANOS)
                .toList();
        questions.removeAll(late);
        late.forEach(each -> each.answers.end());
    }

    /** Who has said that there is news, if others are asked; null: nobody is asked beside them. */
    private @Nullable Link other() {
        Link told = members.get().get(teller);
        boolean free = questions.size() < MOST_QUESTIONS && questions.stream().noneMatch(each -> each.link == told);
        if (told == null || !free || told.state() != LinkState.UP) {
            return null;
        }
        teller = 0;
        return told;
    }

    private static void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.warn("a client could not ask a member, another one is asked: cause={}", e.toString());
        }
    }

    /** Whom to ask; null: nobody can be asked now. */
    private @Nullable Link next() {
        Map<Long, Link> known = members.get();
        Link first = known.get(teller);
        teller = 0;
        if (first != null && first.state() == LinkState.UP) {
            return first;
        }
        List<Link> up = new ArrayList<>();
        known.values().stream().filter(link -> link.state() == LinkState.UP).forEach(up::add);
        if (up.isEmpty()) {
            seeds.forEach(this::dial);
            seeds.values().stream()
                    .map(seed -> seed.link)
                    .filter(link -> link != null && link.state() == LinkState.UP)
                    .forEach(up::add);
        } else {
            leaveSeeds();
        }
        return up.isEmpty() ? null : up.get(Math.floorMod(turn++, up.size()));
    }

    private void dial(String address, Seed seed) {
        boolean open = seed.link != null && seed.link.state() != LinkState.CLOSED;
        if (open || seed.dialling) {
            return;
        }
        seed.link = null;
        seed.dialling = true;
        try {
            remoting.connectLane(name, address)
                    .onComplete((made, failure) -> execute(() -> {
                        seed.dialling = false;
                        seed.link = made;
                        if (failure == null) {
                            look();
                        } else {
                            seed.cause = String.valueOf(failure.getMessage());
                        }
                    }));
        } catch (IllegalArgumentException e) { // for example a host that nobody knows now
            seed.dialling = false;
            seed.cause = String.valueOf(e.getMessage());
        }
    }

    private void leaveSeeds() {
        for (Seed seed : seeds.values()) {
            Link link = seed.link;
            seed.link = null;
            if (link != null) {
                link.drain(FAREWELL);
            }
        }
    }

    private void ask(Link link) {
        Callback<String> answers = Callback.of(text -> execute(() -> answered(String.valueOf(text))));
        Callback<String> asked;
        try {
            asked = link.open(RouteDesk.STREAM, String.class, String.class, answers);
        } catch (LinkLostException e) {
            return; // with the next look
        }
        questions.add(new Question(link, answers, System.nanoTime()));
        answers.ended()
                .onComplete((done, failure) -> execute(() -> {
                    asked.end(); // a stream ends when both sides have said so
                    over(answers, link, failure);
                }));
        asked.item(Long.toString(view));
    }

    private void over(Callback<String> answers, Link link, @Nullable Throwable failure) {
        if (failure != null) {
            String cause = "the process that answers must be a member: cause=" + failure.getMessage();
            seeds.values().stream().filter(seed -> seed.link == link).forEach(seed -> seed.cause = cause);
        }
        if (questions.removeIf(each -> each.answers == answers) && again) {
            look();
        }
    }

    private void answered(String text) {
        RegistryDelta all = RouteNote.parse(text);
        if (all.view() > view && !all.members().isEmpty()) {
            view = all.view();
            news.accept(all);
        }
    }

    /** Asks no more. */
    @Override
    public void close() {
        execute(this::leaveSeeds);
        thread.shutdown();
    }
}
