// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import io.troupe.simulation.delay.Delay;
import io.troupe.simulation.disk.DiskConditions;
import io.troupe.simulation.disk.DiskLoss;
import io.troupe.simulation.network.NetworkConditions;
import io.troupe.testkit.fault.Faults;
import io.troupe.testkit.schedule.EventKind;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What breaks in a run, and how often. Each fault comes at a time drawn from the seed and is an event of its own. They begin when
 * the run first goes on after they were declared, and end with {@link Simulation#heal}. For the thread of the simulation only.
 */
public final class FaultPlan {
    private static final Delay USUAL_RESTART = Delay.upTo(Duration.ofSeconds(5));
    private static final Delay USUAL_PAUSES = Delay.every(Duration.ofSeconds(10));

    private final Simulation simulation;
    private DiskConditions disks = DiskConditions.healthy();
    private @Nullable Function<? super Node, @Nullable Delay> crashes;
    private DiskLoss loss = DiskLoss.UNSYNCED;
    private Delay restart = USUAL_RESTART;
    private @Nullable Delay pauses;
    private Delay pauseLength = Delay.fixed(Duration.ZERO);
    private double drift;
    private double lostAnswers;
    private int mostDown = -1;
    private boolean begun;
    private boolean healed;

    FaultPlan(Simulation simulation) {
        this.simulation = simulation;
    }

    /** {@return for {@link #crashes}: what was not synced is lost} */
    public static DiskLoss losingUnsyncedWrites() {
        return DiskLoss.UNSYNCED;
    }

    /** {@return for {@link #crashes}: any part of what was not synced is lost} */
    public static DiskLoss tearingUnsyncedWrites() {
        return DiskLoss.TORN;
    }

    // ---- declaring -----------------------------------------------------------------------------------------------

    /**
     * Says what the network is like.
     *
     * @param change of the conditions so far; those of a calm network at first
     * @return this plan
     */
    public FaultPlan network(UnaryOperator<NetworkConditions> change) {
        simulation.network().conditions(change.apply(simulation.network().conditions()));
        return this;
    }

    /**
     * Says what the disks of all nodes are like.
     *
     * @param change of the conditions so far; those of a healthy disk at first
     * @return this plan
     */
    public FaultPlan disks(UnaryOperator<DiskConditions> change) {
        disks = change.apply(disks);
        simulation.nodes().forEach(node -> node.disks().conditions(disks));
        return this;
    }

    /**
     * Lets nodes crash, and start again after a while. Half of the crashes are told to the peers by resets.
     *
     * @param gap for each node the time from its start to the next crash; null: it does not crash
     * @param newLoss what becomes of what was not synced
     * @return this plan
     */
    public FaultPlan crashes(Function<? super Node, @Nullable Delay> gap, DiskLoss newLoss) {
        crashes = gap;
        loss = newLoss;
        return this;
    }

    /**
     * Says how long crashed nodes stay down: up to five seconds otherwise.
     *
     * @param newRestart time from a crash to the start
     * @return this plan
     */
    public FaultPlan restarts(Delay newRestart) {
        restart = newRestart;
        return this;
    }

    /**
     * Lets nodes stand still for a while, every ten seconds on average.
     *
     * @param length how long
     * @return this plan
     */
    public FaultPlan pauses(Delay length) {
        return pauses(USUAL_PAUSES, length);
    }

    /**
     * Lets nodes stand still for a while.
     *
     * @param gap from the end of one pause to the next, for each node
     * @param length how long
     * @return this plan
     */
    public FaultPlan pauses(Delay gap, Delay length) {
        pauses = gap;
        pauseLength = length;
        return this;
    }

    /**
     * Lets the clocks of nodes run fast or slow; each by a drift of its own.
     *
     * @param most largest drift, from 0 to 0.5: 0.001 is a millisecond per second
     * @return this plan
     * @throws IllegalArgumentException if it is out of its range
     */
    public FaultPlan clockDrift(double most) {
        if (!(most >= 0 && most <= 0.5)) {
            throw new IllegalArgumentException("drift must be from 0 to 0.5: drift=" + most);
        }
        drift = most;
        simulation.nodes().forEach(this::drift);
        return this;
    }

    /**
     * Says how many nodes at a time the system must survive to lose: the plan crashes no more. A minority otherwise: one of
     * three, two of five.
     *
     * @param most 0 or more
     * @return this plan
     * @throws IllegalArgumentException if it is negative
     */
    public FaultPlan survivable(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("most must not be negative: most=" + most);
        }
        mostDown = most;
        return this;
    }

    /**
     * Lets answers of actors that {@link Node#spawn} has made get lost, wherever they are asked from: the method was executed, and
     * nobody hears of it. Each loss is an event of its own. Applies to actors that are spawned from now on.
     *
     * @param probability of each answer, from 0 to 1
     * @return this plan
     * @throws IllegalArgumentException if it is out of its range
     */
    public FaultPlan lostAnswers(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability must be from 0 to 1: probability=" + probability);
        }
        lostAnswers = probability;
        return this;
    }

    /** A reference whose answers may get lost, or the same. */
    <T> T unreliable(Node node, T reference, Class<T> type) {
        if (lostAnswers == 0) {
            return reference;
        }
        RandomGenerator random = random("answer", node);
        double probability = lostAnswers;
        return Faults.inject()
                .when((method, arguments) -> begun && !healed && random.nextDouble() < probability)
                .loseAnswer(() -> simulation
                        .agenda()
                        .add(EventKind.FAULT, "faults/answer/" + node.name(), "faults", "answer lost", () -> {}))
                .wrap(reference, type);
    }

    DiskConditions diskConditions() {
        return disks;
    }

    // ---- running -------------------------------------------------------------------------------------------------

    /** A node was made. */
    void add(Node node) {
        drift(node);
        if (begun && !healed) {
            begin(node);
        }
    }

    private void drift(Node node) {
        if (drift > 0) {
            RandomGenerator random = simulation.agenda().random("faults/clock/" + node.name());
            node.clock().drift((2 * random.nextDouble() - 1) * drift);
        }
    }

    /** From now on things break. */
    void begin() {
        if (!begun && !healed) {
            begun = true;
            simulation.network().fail();
            simulation.nodes().forEach(this::begin);
        }
    }

    private void begin(Node node) {
        crashLater(node);
        pauseLater(node);
    }

    private void crashLater(Node node) {
        Delay gap = crashes == null ? null : crashes.apply(node);
        if (gap == null) {
            return;
        }
        RandomGenerator random = random("crash", node);
        fault("crash", node, "crash", gap, random, () -> {
            if (!node.isUp() || down() >= mostDown() || !simulation.agenda().takes("crash " + node.name())) {
                crashLater(node);
                return;
            }
            node.crash(loss, random.nextBoolean());
            fault("crash", node, "restart", restart, random, () -> {
                node.restart();
                crashLater(node);
            });
        });
    }

    private void pauseLater(Node node) {
        Delay gap = pauses;
        if (gap == null) {
            return;
        }
        RandomGenerator random = random("pause", node);
        fault("pause", node, "pause", gap, random, () -> {
            if (!simulation.agenda().takes("pause " + node.name())) {
                pauseLater(node);
                return;
            }
            node.pause();
            fault("pause", node, "resume", pauseLength, random, () -> {
                node.resume();
                pauseLater(node);
            });
        });
    }

    private RandomGenerator random(String what, Node node) {
        return simulation.agenda().random("faults/" + what + "/" + node.name());
    }

    private void fault(String what, Node node, String label, Delay delay, RandomGenerator random, Runnable action) {
        long at = simulation.agenda().nanos() + delay.nanos(random);
        // the source is no part of the node: its own pause or crash does not keep it from coming back
        simulation.agenda().addAt(at, EventKind.FAULT, "faults/" + what + "/" + node.name(), "faults", label, () -> {
            if (!healed) {
                action.run();
            }
        });
    }

    /** Nodes that are down. */
    long down() {
        return simulation.nodes().stream().filter(node -> !node.isUp()).count();
    }

    int mostDown() {
        return mostDown >= 0 ? mostDown : (simulation.nodes().size() - 1) / 2;
    }

    /** Whether more is broken at the moment than the system must survive. */
    boolean isBeyondSurvivable() {
        return down() > mostDown() || simulation.network().isCut();
    }

    /** Everything is mended, and nothing breaks any more. */
    void heal() {
        healed = true;
        simulation.network().heal();
        disks = disks.errors(0).readOnly(false).capacity(Long.MAX_VALUE);
        for (Node node : simulation.nodes()) {
            node.disks().conditions(disks);
            node.resume();
            node.restart();
        }
    }

    /** {@return all that was declared, for reports} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append("network=").append(simulation.network().conditions());
        text.append(", disks=").append(disks);
        text.append(", crashes=").append(crashes == null ? "none" : loss + " restart " + restart);
        text.append(", pauses=").append(pauses == null ? "none" : pauses + " length " + pauseLength);
        text.append(", clockDrift=").append(drift);
        text.append(", lostAnswers=").append(lostAnswers);
        text.append(", survivable=").append(mostDown());
        return text.toString();
    }
}
