// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balance.Placement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A snapshot under construction, and a balancer to put it to; carries out moves, starts and stops. */
final class Scene {
    static final long WINDOW = Duration.ofMillis(20).toNanos();

    final Balancer<String> balancer;
    final List<WorkerLoad> workers = new ArrayList<>();
    final Map<String, Integer> index = new HashMap<>();
    final List<CellLoad<String>> cells = new ArrayList<>();
    final List<Edge> edges = new ArrayList<>();
    boolean cold;
    long now = 1_000_000_000;

    Scene(BalanceConfig config) {
        balancer = new Balancer<>(config);
    }

    Scene() {
        this(BalanceConfig.defaults());
    }

    Scene worker(double busy, double waiting) {
        workers.add(new WorkerLoad(true, busy, waiting, false, false));
        return this;
    }

    Scene overloaded(double waiting) {
        workers.add(new WorkerLoad(true, 1, waiting, true, false));
        return this;
    }

    Scene stopped(int count) {
        for (int i = 0; i < count; i++) {
            workers.add(WorkerLoad.STOPPED);
        }
        return this;
    }

    Scene cell(String name, int home, double share) {
        return cell(name, home, share, Placement.ANYWHERE);
    }

    Scene cell(String name, int home, double share, Placement placement) {
        index.put(name, cells.size());
        cells.add(new CellLoad<>(name, home, share, 0, true, placement));
        return this;
    }

    Scene edge(String a, String b, double rate) {
        edges.add(new Edge(index.get(a), index.get(b), rate, rate));
        return this;
    }

    int home(String name) {
        return cells.get(index.get(name)).home();
    }

    void settled(String name, boolean settled) {
        CellLoad<String> c = cells.get(index.get(name));
        cells.set(
                index.get(name),
                new CellLoad<>(c.cell(), c.home(), c.share(), c.queuedNanos(), settled, c.placement()));
    }

    LoadSnapshot<String> snapshot() {
        return new LoadSnapshot<>(now, cold, List.copyOf(workers), List.copyOf(cells), List.copyOf(edges));
    }

    /** One window later. */
    List<Decision<String>> decide() {
        now += WINDOW;
        return balancer.decide(snapshot());
    }

    /** The first decisions within so many windows, other than to share. */
    List<Decision<String>> decideWithin(int windows) {
        for (int i = 0; i < windows; i++) {
            List<Decision<String>> decisions = decide();
            if (!decisions.stream().allMatch(Decision.Share.class::isInstance)) {
                return decisions;
            }
        }
        return List.of();
    }

    /** Carries moves out; the loads of workers become the sums of their cells. */
    void carryOut(List<Decision<String>> decisions) {
        for (Decision.Move<String> move : moves(decisions)) {
            CellLoad<String> c = cells.get(index.get(move.cell()));
            cells.set(
                    index.get(move.cell()),
                    new CellLoad<>(c.cell(), move.to(), c.share(), c.queuedNanos(), true, c.placement()));
        }
    }

    double sum(int worker) {
        return cells.stream()
                .filter(c -> c.home() == worker)
                .mapToDouble(CellLoad::share)
                .sum();
    }

    static List<Decision.Move<String>> moves(List<Decision<String>> decisions) {
        List<Decision.Move<String>> moves = new ArrayList<>();
        for (Decision<String> decision : decisions) {
            if (decision instanceof Decision.Move<String> move) {
                moves.add(move);
            }
        }
        return moves;
    }

    static long count(List<Decision<String>> decisions, Class<?> type) {
        return decisions.stream().filter(type::isInstance).count();
    }
}
