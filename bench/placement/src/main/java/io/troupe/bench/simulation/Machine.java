// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import java.util.SplittableRandom;

/**
 * Workers, actors and messages in simulated time. An event is the end of a message on a worker, a worker that wakes up, a
 * message from outside, or a window of the scheduler.
 */
final class Machine {
    private static final int MAX_MESSAGES = 512;
    private static final long MAX_TURN = 1_000_000;
    private static final long START = 100_000;
    private static final long WAKE_SPINNING = 500;
    private static final long WAKE_PARKED = 10_000;
    private static final long SPINNING = 50_000;
    private static final long THEFT = 1_000;
    private static final double NANOS_PER_BYTE = 0.1;
    private static final int OUTSIDE = -1;

    final Scenario scenario;
    final Scheduler scheduler;
    final Tally tally;
    final int[] home;
    final WorkerState[] workers;
    final SplittableRandom random;
    long now;

    private final Agenda agenda;
    private final int[] mailbox;
    private final int[] ranOn;
    private final int[] wokenBy;
    private final int[] at;
    private final boolean[] ready;
    private long nextPhase;
    private int idle;

    Machine(Scenario scenario, Scheduler scheduler, long seed) {
        this.scenario = scenario;
        this.scheduler = scheduler;
        this.random = new SplittableRandom(seed);
        this.tally = new Tally(scenario);
        this.home = new int[scenario.actors];
        this.mailbox = new int[scenario.actors];
        this.ranOn = new int[scenario.actors];
        this.wokenBy = new int[scenario.actors];
        this.at = new int[scenario.actors];
        this.ready = new boolean[scenario.actors];
        this.workers = new WorkerState[scenario.workers];
        for (int w = 0; w < workers.length; w++) {
            workers[w] = new WorkerState();
        }
        this.agenda = new Agenda(scenario.workers + 3);
    }

    /** Runs to the end. */
    Tally run() {
        scheduler.begin(this);
        for (int actor = 0; actor < home.length; actor++) {
            ranOn[actor] = home[actor];
            at[actor] = home[actor];
        }
        nextPhase = scenario.phase == 0 ? Agenda.NEVER : scenario.phase;
        for (int i = 0; i < scenario.tokens; i++) {
            send(OUTSIDE, OUTSIDE, scenario.next(random.nextInt(scenario.actors), 0, random));
        }
        int window = workers.length;
        agenda.set(window, scheduler.tick());
        agenda.set(window + 1, scenario.arrivals == 0 ? Agenda.NEVER : scenario.arrivals);
        agenda.set(window + 2, scenario.burst == 0 ? Agenda.NEVER : scenario.burstAt);
        while (tally.messages < scenario.messages && agenda.time(agenda.first()) < scenario.end) {
            int which = agenda.first();
            now = agenda.time(which);
            if (which < window) {
                step(which);
            } else {
                fromOutside(which - window, which);
            }
        }
        tally.finish(this);
        return tally;
    }

    private void fromOutside(int kind, int slot) {
        if (kind == 0) {
            tally.window(this);
            scheduler.window(this);
            agenda.set(slot, now + scheduler.tick());
        } else if (kind == 1) {
            send(OUTSIDE, OUTSIDE, random.nextInt(scenario.actors));
            boolean more = scenario.burstAt == 0 || now < scenario.burstAt / 2;
            long gap = (long) (-Math.log(1 - random.nextDouble()) * scenario.arrivals);
            agenda.set(slot, more ? now + 1 + gap : Agenda.NEVER);
        } else {
            for (int i = 0; i < scenario.burst; i++) {
                send(OUTSIDE, OUTSIDE, i % scenario.actors);
            }
            agenda.set(slot, Agenda.NEVER);
        }
    }

    // ---- workers -------------------------------------------------------------------------------------------------

    /** Gives it a thread. */
    void start(int worker) {
        WorkerState state = workers[worker];
        if (!state.running) {
            state.running = true;
            state.idleSince = now;
            state.waking = true;
            agenda.set(worker, now == 0 ? 0 : now + START);
        }
    }

    /** Takes its thread; what is ready there goes to where it is at home now. */
    void stop(int worker) {
        idle -= workers[worker].isIdle() ? 1 : 0;
        workers[worker].running = false;
        workers[worker].waking = false;
        agenda.set(worker, workers[worker].actor >= 0 ? agenda.time(worker) : Agenda.NEVER);
        sweep(worker);
    }

    /** Hands over what is ready here and at home elsewhere. */
    void sweep(int worker) {
        Ring queue = workers[worker].queue;
        for (int i = queue.size(); i > 0; i--) {
            int actor = queue.take();
            push(home[actor] == worker && workers[worker].running ? worker : home[actor], actor);
        }
    }

    /** Half of the victim's backlog goes to the thief. */
    void steal(int thief, int victim) {
        Ring from = workers[victim].queue;
        for (int i = (from.size() + 1) / 2; i > 0; i--) {
            int actor = from.take();
            at[actor] = thief;
            workers[thief].queue.add(actor);
            tally.stolen++;
        }
        workers[thief].debt += THEFT;
    }

    /** Lets an idle worker look around. */
    void wake(int worker) {
        WorkerState state = workers[worker];
        if (state.isIdle()) {
            idle--;
            state.waking = true;
            agenda.set(worker, now + (now - state.idleSince > SPINNING ? WAKE_PARKED : WAKE_SPINNING));
        }
    }

    /** Lets one of the idle workers look around, if there is any. */
    void wakeAnyIdle() {
        if (idle > 0) {
            int first = random.nextInt(workers.length);
            for (int i = 0; i < workers.length; i++) {
                int worker = (first + i) % workers.length;
                if (workers[worker].isIdle()) {
                    wake(worker);
                    return;
                }
            }
        }
    }

    /** Lets all idle workers look around. */
    void wakeAllIdle() {
        for (int w = 0; w < workers.length; w++) {
            wake(w);
        }
    }

    /** Work in an actor's mailbox. */
    double backlogNanos(int actor) {
        return (double) mailbox[actor] * scenario.mean(actor);
    }

    private void step(int worker) {
        WorkerState state = workers[worker];
        if (state.waking) {
            state.waking = false;
            if (state.busySince < 0) {
                state.busySince = now;
            }
        } else {
            endMessage(worker, state);
            if (mailbox[state.actor] > 0 && state.turnMessages < MAX_MESSAGES && now - state.turnStart < MAX_TURN) {
                beginMessage(worker, state, 0);
                return;
            }
            endTurn(worker, state);
        }
        beginTurn(worker, state);
    }

    private void beginTurn(int worker, WorkerState state) {
        if (state.queue.size() == 0 && state.running) {
            scheduler.idle(this, worker);
        }
        if (state.queue.size() == 0) {
            state.busy += state.busySince < 0 ? 0 : now - state.busySince;
            state.busySince = -1;
            state.actor = -1;
            state.idleSince = now;
            agenda.set(worker, Agenda.NEVER);
            idle += state.running ? 1 : 0;
            return;
        }
        int actor = state.queue.take();
        state.actor = actor;
        state.turnStart = now;
        state.turnMessages = 0;
        state.turns++;
        state.waiting += state.queue.size();
        long extra = state.debt;
        state.debt = 0;
        if (wokenBy[actor] >= 0 && wokenBy[actor] != worker) {
            extra += scenario.hop;
            tally.cut++;
        }
        if (ranOn[actor] != worker) {
            extra += (long) (scenario.stateBytes * NANOS_PER_BYTE);
            ranOn[actor] = worker;
        }
        wokenBy[actor] = OUTSIDE;
        at[actor] = worker;
        if (tally.allBusyAfter < 0 && scenario.burstAt > 0 && now >= scenario.burstAt) {
            noteIfAllBusy();
        }
        beginMessage(worker, state, extra);
    }

    private void noteIfAllBusy() {
        for (WorkerState worker : workers) {
            if (worker.actor < 0) {
                return;
            }
        }
        tally.allBusyAfter = now - scenario.burstAt;
    }

    private void beginMessage(int worker, WorkerState state, long extra) {
        mailbox[state.actor]--;
        agenda.set(worker, now + extra + Math.max(1, scenario.cost(state.actor, random)));
    }

    private void endMessage(int worker, WorkerState state) {
        state.turnMessages++;
        tally.message(now);
        int next = scenario.next(state.actor, now, random);
        if (next >= 0) {
            send(worker, state.actor, next);
        }
        if (now >= nextPhase) {
            nextPhase += scenario.phase;
            if (scheduler instanceof FixedScheduler optimum) {
                optimum.place(this, scenario.phaseAt(now));
            }
        }
    }

    private void endTurn(int worker, WorkerState state) {
        int actor = state.actor;
        scheduler.ran(this, worker, actor, now - state.turnStart, state.turnMessages);
        if (mailbox[actor] > 0) {
            push(home[actor], actor);
        } else {
            ready[actor] = false;
        }
    }

    // ---- messages ------------------------------------------------------------------------------------------------

    private void send(int fromWorker, int from, int to) {
        mailbox[to]++;
        if (from >= 0) {
            tally.sent++;
        }
        if (ready[to]) {
            if (from >= 0 && at[to] != fromWorker) {
                tally.cut++;
            }
            return;
        }
        ready[to] = true;
        wokenBy[to] = fromWorker;
        if (from >= 0) {
            scheduler.called(this, fromWorker, from, to);
        }
        push(home[to], to);
    }

    private void push(int worker, int actor) {
        at[actor] = worker;
        workers[worker].queue.add(actor);
        wake(worker);
        scheduler.pushed(this, worker);
    }
}
