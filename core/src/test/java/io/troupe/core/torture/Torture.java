// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.torture;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorException;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** One run: drivers and targets that are disturbed by the thread of the test. */
public final class Torture implements AutoCloseable {
    private static final int DRIVERS = 3;
    private static final int TARGETS = 8;
    private static final int PLAYERS = DRIVERS + TARGETS;
    private static final int DEEDS = 64;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int MOST_REACHABLE = 64;
    private static final int FORGET_EVERY = 256;

    private final Ledger ledger = new Ledger();
    private final SplittableRandom random;
    private final WaitingRoom room;
    private final ActorSystem system;
    private final Tally outside = new Tally(ledger, "outside");
    /** Drivers first. */
    private final AtomicReferenceArray<Player> players = new AtomicReferenceArray<>(PLAYERS);

    /** In half of the runs only drivers end: whatever is sent to a target then must arrive, or the target was blamed wrongly. */
    private final boolean targetsStay;

    private volatile boolean goesOn = true;
    private volatile boolean ending;

    /**
     * Starts a system and its actors.
     *
     * @param seed of what is done at random
     */
    public Torture(Hosts hosts, WaitingRoom room, long seed) {
        this.random = new SplittableRandom(seed ^ (hosts.name() + room.name()).hashCode());
        this.room = room;
        this.targetsStay = random.nextBoolean();
        this.system = ActorSystem.builder()
                .name("torture")
                .dispatcher(hosts.open())
                .closeTimeout(LIMIT)
                .listener(new Blame())
                .start();
        for (int i = PLAYERS - 1; i >= 0; i--) {
            players.set(i, spawn(i));
        }
    }

    private Player spawn(int place) {
        boolean driving = place < DRIVERS;
        Tally tally = new Tally(ledger, "actor " + place);
        SplittableRandom seeds = random.split();
        ActorOptions options = ActorOptions.named("player-" + place)
                .supervision(Supervision.restart(Integer.MAX_VALUE, Duration.ofMillis(1)));
        return system.spawn(
                Player.class,
                () -> new Player(this, tally, driving, seeds.split()),
                driving ? options : options.mailbox(room.spec()));
    }

    /** Disturbs for so long. */
    public void run(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        for (int deeds = 0; System.nanoTime() < end; deeds++) {
            disturb();
            if (deeds % FORGET_EVERY == 0) {
                ledger.forget();
            }
            Thread.yield();
        }
    }

    private void disturb() {
        int place = random.nextInt(PLAYERS);
        Player player = players.get(place);
        switch (random.nextInt(DEEDS)) {
            case 0 -> replace(targetsStay ? place % DRIVERS : place);
            case 1, 2, 3 -> ledger.asked("ask from outside", player.call(outside.sender, outside.next()));
            case 4 ->
                ledger.asked(
                        "ask with a deadline",
                        player.call(outside.sender, outside.next()).timeout(Duration.ofMillis(1)));
            case 5 ->
                ledger.asked(
                        "combined asks",
                        Promise.any(
                                player.call(outside.sender, outside.next()),
                                player.call(outside.sender, outside.next())));
            case 6, 7, 8 -> tell(player);
            case 9 ->
                system.find("player-" + place, Player.class)
                        .ifPresent(found ->
                                ledger.asked("ask of a found actor", found.call(outside.sender, outside.next())));
            default ->
                CellScheduler.of(system.dispatcher())
                        .migrate(
                                (Cell) Reference.outletOf(player),
                                random.nextInt(system.dispatcher().workers()));
        }
    }

    private void tell(Player player) {
        try {
            player.hit(outside.sender, outside.next(), 1);
            ledger.told.increment();
        } catch (ActorException e) {
            // a full mailbox said so: not sent
        }
    }

    /** Ends an actor; another takes its name and place. */
    private void replace(int place) {
        Promise<Terminated> end = ledger.asked("watch", system.stop(players.get(place)));
        end.await(LIMIT);
        players.set(place, spawn(place));
    }

    /** Lets everything come to its end, and looks what is missing. */
    public void end() {
        ending = true;
        goesOn = random.nextBoolean(); // or everything ends in the middle of the work
        List<Promise<Terminated>> ends = new ArrayList<>();
        for (int i = 0; i < PLAYERS; i++) {
            ends.add(ledger.asked("watch", system.watch(players.get(i))));
        }
        if (random.nextBoolean()) {
            system.close();
        } else {
            players().forEach(system::stop);
        }
        until(() -> ends.stream().allMatch(Promise::isSettled));
        goesOn = false;
        until(ledger::isSettled);
        ledger.unsettled().forEach(ledger::violated);
        until(() -> lost() == 0);
        if (lost() != 0) {
            ledger.violated("tells must be delivered or dead letters: told=" + ledger.told + ", delivered="
                    + ledger.delivered + ", deadLetters=" + letters());
        }
        until(() -> ledger.given.sum() == ledger.taken.sum());
        if (ledger.given.sum() != ledger.taken.sum()) {
            ledger.violated("tasks must run or be refused: given=" + ledger.given + ", taken=" + ledger.taken);
        }
        if (system.actors() != 0) {
            ledger.violated("all actors must have ended: actors=" + system.actors());
        }
        for (int i = 0; i < PLAYERS; i++) {
            players.set(i, null);
        }
        until(
                () -> { // timers and deadlines of a millisecond may still be under way
                    ledger.forget();
                    System.gc();
                    return ledger.reachable() <= MOST_REACHABLE;
                });
        if (ledger.reachable() > MOST_REACHABLE) {
            ledger.violated("actors that have ended must not be kept: kept=" + ledger.reachable());
        }
    }

    private List<Player> players() {
        return IntStream.range(0, PLAYERS).mapToObj(players::get).toList();
    }

    private long lost() {
        return ledger.told.sum() - ledger.delivered.sum() - letters();
    }

    private long letters() {
        return system.deadLetters() - system.deadLetters(Reason.CONTINUATION);
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.yield();
        }
    }

    /** What went wrong; empty if nothing did. */
    public List<String> violations() {
        return ledger.violations();
    }

    Ledger ledger() {
        return ledger;
    }

    boolean goesOn() {
        return goesOn;
    }

    /** Any player but a driver, whose mailbox has no bound and would grow. */
    Player somebody(SplittableRandom dice) {
        return players.get(DRIVERS + dice.nextInt(TARGETS));
    }

    /** Fails as a program without an end does. */
    int overflow(int depth) {
        return depth < 0 ? 0 : overflow(depth + 1) + 1;
    }

    /** Keeps a worker from others for so long. */
    void busy(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Looks at dead letters of targets that live. */
    private final class Blame implements SystemListener {
        @Override
        public void onDeadLetter(DeadLetter letter) {
            if (targetsStay && !ending && letter.reason() == Reason.STOPPED && isTarget(letter.target())) {
                ledger.violated("a target that lives must get what was sent to it: deadLetter=" + letter);
            }
        }

        private boolean isTarget(String address) {
            return IntStream.range(DRIVERS, PLAYERS).anyMatch(place -> address.endsWith("/player-" + place));
        }
    }

    @Override
    public void close() {
        system.close();
    }
}
