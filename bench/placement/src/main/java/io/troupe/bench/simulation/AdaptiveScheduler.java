// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balancer.Balancer;
import io.troupe.dispatch.balancer.LoadTable;
import io.troupe.dispatch.balancer.WorkerLoad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The census and the balancer of the dispatcher, fed with samples of turns and calls as a dispatcher feeds them. */
final class AdaptiveScheduler implements Scheduler {
    private static final int BACKLOG = 2;
    private static final int LONGEST_PAUSE = 10;
    private static final double CHANGE = 0.15;

    /** An actor as the census knows it. */
    private record Member(int actor) {}

    private final BalanceConfig config;
    private final LoadTable<Member> table;
    private final Balancer<Member> balancer;
    private Member[] members = {};
    private Watch[] watches = {};
    private boolean[] shared = {};
    private boolean sharing;
    private int windows;
    private final List<WorkerLoad> loads = new ArrayList<>();
    private long decidedAt;
    private long closedAt;
    private int looks;
    private int pause = 1;

    AdaptiveScheduler(BalanceConfig config) {
        this.config = config;
        this.table = new LoadTable<>(config);
        this.balancer = new Balancer<>(config);
    }

    @Override
    public String name() {
        return "adaptive";
    }

    @Override
    public long tick() {
        return config.window().toNanos();
    }

    @Override
    public void begin(Machine machine) {
        members = new Member[machine.home.length];
        Arrays.setAll(members, Member::new);
        watches = new Watch[machine.workers.length];
        Arrays.setAll(watches, w -> new Watch(machine.workers[w], machine.random, config));
        shared = new boolean[machine.workers.length];
        if (machine.scenario.spread) {
            FixedScheduler.random().begin(machine);
        } else {
            machine.start(0);
        }
    }

    // ---- samples -------------------------------------------------------------------------------------------------

    @Override
    public void ran(Machine machine, int worker, int actor, long nanos, int messages) {
        int weight = watches[worker].sampleTurn();
        if (weight > 0) {
            table.ran(members[actor], (double) nanos * weight, (double) messages * weight, machine.now);
            if (watches[worker].ran(nanos, messages, weight)) {
                look(machine);
            }
        }
    }

    @Override
    public void called(Machine machine, int worker, int from, int to) {
        int weight = watches[worker].sampleCall();
        if (weight > 0) {
            table.called(members[from], members[to], weight, machine.now);
        }
    }

    @Override
    public void window(Machine machine) {
        for (Watch watch : watches) {
            watch.window();
        }
        if (++windows % 10 == 0) {
            table.forget(member -> false, machine.now);
        }
        look(machine);
    }

    // ---- decisions -----------------------------------------------------------------------------------------------

    /** As the dispatcher's thread does it: not every look is thought about. */
    private void look(Machine machine) {
        boolean urgent = false;
        for (Watch watch : watches) {
            urgent |= watch.isAsking();
            watch.look(machine.now);
        }
        looks++;
        if (machine.now - decidedAt < config.window().toNanos() / 2) {
            urgent = false;
        }
        if (urgent || looks >= pause || hasChanged()) {
            looks = 0;
            boolean decided = decide(machine);
            pause = decided || balancer.isExpectant() ? 1 : Math.min(LONGEST_PAUSE, pause + 1);
        }
    }

    private boolean hasChanged() {
        for (int w = 0; w < loads.size(); w++) {
            WorkerLoad now = watches[w].load();
            if (now.running() != loads.get(w).running()
                    || Math.abs(now.busy() - loads.get(w).busy()) > CHANGE) {
                return true;
            }
        }
        return false;
    }

    private boolean decide(Machine machine) {
        decidedAt = machine.now;
        loads.clear();
        for (Watch watch : watches) {
            loads.add(watch.load());
        }
        List<Decision<Member>> decisions = balancer.decide(table.snapshot(
                machine.now,
                List.copyOf(loads),
                member -> machine.home[member.actor],
                member -> machine.backlogNanos(member.actor)));
        if (machine.now - closedAt >= config.window().toNanos() * 3 / 4) {
            closedAt = machine.now;
            Arrays.fill(shared, false);
            sharing = false;
        }
        boolean[] left = new boolean[shared.length];
        for (Decision<Member> decision : decisions) {
            carryOut(machine, decision, left);
        }
        for (int w = 0; w < left.length; w++) {
            if (left[w]) {
                machine.sweep(w);
            }
        }
        return !decisions.isEmpty();
    }

    private void carryOut(Machine machine, Decision<Member> decision, boolean[] left) {
        if (decision instanceof Decision.Start<Member> start) {
            machine.start(start.worker());
        } else if (decision instanceof Decision.Move<Member> move) {
            machine.home[move.cell().actor] = move.to();
            table.moved(move.cell(), machine.now);
            machine.tally.move(machine.now);
            left[move.from()] = true;
        } else if (decision instanceof Decision.Share<Member> share) {
            shared[share.worker()] = true;
            sharing = true;
            machine.wakeAllIdle();
        } else if (decision instanceof Decision.Stop<Member> stop) {
            stop(machine, stop.worker());
        }
    }

    /** What nobody knows moves out, too. */
    private void stop(Machine machine, int worker) {
        int target = 0;
        for (int actor = 0; actor < machine.home.length; actor++) {
            if (machine.home[actor] == worker) {
                do {
                    target = (target + 1) % shared.length;
                } while (target == worker || !machine.workers[target].running);
                machine.home[actor] = target;
            }
        }
        machine.stop(worker);
    }

    // ---- sharing -------------------------------------------------------------------------------------------------

    @Override
    public void idle(Machine machine, int worker) {
        watches[worker].rested();
        if (!sharing) {
            return;
        }
        int first = machine.random.nextInt(shared.length);
        for (int i = 0; i < shared.length; i++) {
            int victim = (first + i) % shared.length;
            if (shared[victim] && victim != worker && machine.workers[victim].queue.size() >= BACKLOG) {
                machine.steal(worker, victim);
                return;
            }
        }
    }

    @Override
    public void pushed(Machine machine, int worker) {
        if (sharing && shared[worker] && machine.workers[worker].queue.size() >= BACKLOG) {
            machine.wakeAnyIdle();
        }
    }
}
