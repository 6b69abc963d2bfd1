// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.PendingWork;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.EndReason;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Actors owe answers, news, sections and tasks, and end in every way at every moment. In the end nothing is owed: each ask has
 * settled once, with the truth; each watcher was told once; each accepted task has run once; what an object has begun ends
 * with it.
 */
@Timeout(600)
class DebtsTest {
    private static final int QUICK = 200;
    private static final int MANY = "all".equals(System.getProperty("troupe.tests")) ? 10_000 : 2_000;
    private static final int SLOTS = 5;
    private static final int STEPS = 60;
    private static final int WITNESSES = 3;
    private static final Duration LIFE = Duration.ofMillis(200);
    private static final Duration DEADLINE = Duration.ofMillis(150);
    private static final Supervision[] SUPERVISIONS = {
        Supervision.restart(3, Duration.ofMinutes(1)),
        Supervision.restart(5, Duration.ofMinutes(1)).backoff(Duration.ofMillis(5), Duration.ofMillis(20)),
        Supervision.resume(),
        Supervision.stop(),
        Supervision.escalate()
    };

    /** What was seen in any of the schedules: a law of which no case occurs was not tested. */
    private final Set<EndReason> ends = EnumSet.noneOf(EndReason.class);

    private final Set<Decision> decisions = EnumSet.noneOf(Decision.class);
    private int overflows;
    private int certain;
    private int uncertain;
    private int timeouts;

    // ---- what the observer knows ---------------------------------------------------------------------------------

    /** Comes from outside of the actors. */
    private record Awaited(int number, CompletablePromise<Integer> promise) {
        void come() {
            promise.complete(number);
        }
    }

    /** An ask, and how often its caller was told. */
    private static final class Question {
        private final int id;

        /** The right answer. */
        private int value;

        /** Who owe the answer. */
        private final List<ActorControl> debtors = new ArrayList<>();

        private @Nullable Promise<Integer> answer;
        private int told;

        Question(int id) {
            this.id = id;
            this.value = id;
        }

        void send(Promise<Integer> newAnswer, Debtor... owing) {
            answer = newAnswer;
            for (Debtor debtor : owing) {
                debtors.add(ActorControl.of(debtor));
            }
        }

        /** Whether nobody will answer any more, and the caller does not know. */
        boolean isForgotten() {
            return answer != null && !answer.isSettled() && debtors.stream().allMatch(ActorControl::isStopped);
        }
    }

    /** A watch on an actor. */
    private static final class Watch {
        private final ActorControl of;

        /** The object of an actor that may end itself; null: the watcher lives as long as the run. */
        private final @Nullable Debtor by;

        private final List<Terminated> told = new ArrayList<>();

        Watch(Debtor of, @Nullable Debtor by) {
            this.of = ActorControl.of(of);
            this.by = by;
        }

        boolean isOwed() {
            return of.isStopped() && (by == null || by.isAlive());
        }
    }

    /** A task that an executor view has accepted. */
    private static final class Accepted {
        private int ran;
    }

    /** The view of an observer who sees all. */
    private static final class Observer implements SystemListener {
        private final Map<Integer, Integer> executed = new HashMap<>();
        private final List<Question> questions = new ArrayList<>();
        private final List<Watch> watches = new ArrayList<>();
        private final List<Accepted> tasks = new ArrayList<>();
        private final List<Promise<?>> sections = new ArrayList<>();
        private final Map<String, Debtor> present = new HashMap<>();
        private final Map<String, Terminated> ended = new LinkedHashMap<>();
        private final List<String> wrong = new ArrayList<>();
        private final Set<Decision> decisions = EnumSet.noneOf(Decision.class);
        private int overflows;

        void executes(int id) {
            executed.merge(id, 1, Integer::sum);
        }

        Question question() {
            Question made = new Question(questions.size());
            questions.add(made);
            return made;
        }

        void told(Watch watch, Terminated end) {
            watch.told.add(end);
            Terminated known = ended.putIfAbsent(watch.of.address(), end);
            if (known != null && !known.equals(end)) {
                wrong.add("all are told the same of one end: " + known + ", " + end);
            }
        }

        @Override
        public void onFailure(String address, Throwable cause, Decision decision) {
            decisions.add(decision);
            overflows += cause instanceof StackOverflowError ? 1 : 0;
        }
    }

    // ---- the actors ----------------------------------------------------------------------------------------------

    /** Owes whatever it is asked for. */
    public static class Debtor extends Actor<Debtor> {
        private final Observer observer;
        private final String address;
        private final int hooks;
        private final Map<String, Integer> sections = new HashMap<>();
        private final Set<Integer> stashed = new HashSet<>();
        private final ActorControl control;
        private boolean retired;

        @SuppressWarnings("this-escape") // the observer compares identities only
        Debtor(Observer observer, int hooks) {
            this.observer = observer;
            this.hooks = hooks;
            this.address = context().address();
            this.control = ActorControl.of(context().self());
            if (hooks == 1 && observer.present.containsKey(address)) {
                throw new IllegalStateException("starts once only");
            }
            Debtor before = observer.present.put(address, this);
            if (before != null) {
                before.retired = true;
            }
        }

        /** Whether it is the present object of an actor that has not ended. */
        boolean isAlive() {
            return !retired && !control.isStopped();
        }

        private void lives(String what) {
            if (retired) {
                observer.wrong.add("what an object has begun ends with it: " + what + " of " + address);
            }
        }

        @Override
        protected @Nullable Promise<?> onStart() {
            if (hooks != 2) {
                return null;
            }
            CompletablePromise<Void> ready = new CompletablePromise<>();
            context().after(Duration.ofMillis(10), () -> ready.complete());
            return ready;
        }

        @Override
        protected void onStop() {
            retired = true;
            if (hooks == 3) {
                throw new IllegalStateException("a hook fails");
            }
        }

        @Override
        protected void onRestart(Throwable cause) {
            retired = true;
            if (hooks == 4) {
                throw new IllegalStateException("a hook fails");
            }
        }

        public Promise<Integer> answer(int id) {
            observer.executes(id);
            return Promise.of(id);
        }

        public Promise<Integer> owe(int id, Promise<Integer> until) {
            observer.executes(id);
            return until.map(value -> {
                lives("a continuation");
                return id;
            });
        }

        public Promise<Integer> pass(int id, Promise<Integer> until) {
            observer.executes(id);
            return until;
        }

        public Promise<Integer> forward(int id, Debtor other, Promise<Integer> until) {
            return other.pass(id, until);
        }

        public Promise<Integer> delayed(int id, Duration delay) {
            observer.executes(id);
            CompletablePromise<Integer> answer = new CompletablePromise<>();
            context().after(delay, () -> {
                lives("a timer");
                answer.complete(id);
            });
            return answer;
        }

        public Promise<Integer> blocking(int id) {
            observer.executes(id);
            return context().blocking(() -> id);
        }

        /** One at a time of each key. */
        public Promise<Integer> section(int id, String key, Promise<Integer> until) {
            observer.executes(id);
            Promise<Integer> section = context().serial(key, () -> {
                lives("a section");
                if (sections.merge(key, 1, Integer::sum) > 1) {
                    observer.wrong.add("sections of one key do not overlap: actor=" + address);
                }
                CompletablePromise<Integer> work = new CompletablePromise<>();
                until.onComplete((value, failure) -> {
                    sections.merge(key, -1, Integer::sum);
                    if (failure == null) {
                        work.complete(id);
                    } else {
                        work.fail(failure);
                    }
                });
                return work;
            });
            observer.sections.add(section);
            return section;
        }

        public @Nullable Promise<Integer> later(int id) {
            if (stashed.add(id)) {
                context().stash();
                return null;
            }
            observer.executes(id);
            return Promise.of(id);
        }

        public Promise<Integer> refuse(int id) {
            observer.executes(id);
            throw new IllegalArgumentException("no: id=" + id);
        }

        public void unstash() {
            context().unstashAll();
        }

        public void ask(Debtor other, Question question, Promise<Integer> until) {
            Promise<Integer> answer = other.owe(question.id, until);
            question.send(answer, other);
            answer.onComplete((value, failure) -> {
                lives("a continuation");
                question.told++;
            });
        }

        public void watch(Debtor other) {
            Watch watch = new Watch(other, this);
            observer.watches.add(watch);
            context().watch(other).then(end -> {
                lives("a watch");
                observer.told(watch, end);
            });
        }

        public void hold(Promise<Integer> until) {
            context().holdUntil(until);
        }

        public Promise<Executor> view() {
            return Promise.of(context().executor());
        }

        public void ticking(Duration interval) {
            context().every(interval, () -> lives("a timer"));
        }

        public void child(Promise<Integer> until, Supervision supervision) {
            Debtor child = context()
                    .spawn(
                            Debtor.class,
                            () -> new Debtor(observer, 0),
                            ActorOptions.defaults().supervision(supervision));
            Question question = observer.question();
            question.told = 1; // nobody waits for it
            question.send(child.owe(question.id, until), child);
        }

        public void tellChildren(boolean fails) {
            for (Debtor child : context().children(Debtor.class)) {
                if (fails) {
                    child.fail();
                } else {
                    child.end(true);
                }
            }
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }

        public void overflow() {
            deeper(1);
        }

        private static int deeper(int depth) {
            return depth < 0 ? depth : deeper(depth + 1) + 1;
        }

        public void end(boolean gently) {
            if (gently) {
                context().stopWhenIdle();
            } else {
                context().stop();
            }
        }
    }

    /** Asks and watches from another system, which outlives all. */
    public static class Witness extends Actor<Witness> {
        private final Observer observer;

        Witness(Observer observer) {
            this.observer = observer;
        }

        public void ask(Debtor debtor, Question question, int how, Debtor other, Awaited awaited) {
            int id = question.id;
            question.value = how == 2 || how == 3 ? awaited.number : id;
            Promise<Integer> until = awaited.promise;
            Promise<Integer> answer =
                    switch (how) {
                        case 0 -> debtor.answer(id);
                        case 1 -> debtor.owe(id, until);
                        case 2 -> debtor.pass(id, until);
                        case 3 -> debtor.forward(id, other, until);
                        case 4 -> debtor.delayed(id, Duration.ofMillis(id % 40));
                        case 5 -> debtor.blocking(id);
                        case 6 -> debtor.section(id, "key" + id % 3 / 2, until);
                        case 7 -> Objects.requireNonNull(debtor.later(id));
                        default -> debtor.refuse(id);
                    };
            question.send(answer, debtor, how == 3 ? other : debtor);
            answer.onComplete((value, failure) -> question.told++);
        }

        public void watch(Debtor debtor) {
            Watch watch = new Watch(debtor, null);
            observer.watches.add(watch);
            context().watch(debtor).then(end -> observer.told(watch, end));
        }
    }

    // ---- one life ------------------------------------------------------------------------------------------------

    /** What happens in one run. Everything is drawn when the run begins, but for which actor stands at a place then. */
    private final class Life {
        private final Simulator simulator;
        private final RandomGenerator random;
        private final Observer observer = new Observer();
        private final List<Awaited> untils = new ArrayList<>();
        private final List<Executor> views = new ArrayList<>();
        private final Debtor[] debtors = new Debtor[SLOTS];
        private final List<Witness> witnesses = new ArrayList<>();
        private final Dispatcher other;
        private final ActorSystem debts;
        private final ActorSystem watching;
        private boolean closing;
        private int numbers = 1_000_000;

        Life(Simulator simulator) {
            this.simulator = simulator;
            this.random = simulator.random("life");
            this.other = simulator.dispatcher("other");
            boolean limited = random.nextBoolean();
            Duration drain = random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(random.nextInt(1, 100));
            this.debts = simulator.system("debts", settings -> settings.listener(observer)
                    .askTimeout(limited ? DEADLINE : Duration.ZERO)
                    .drainTimeout(drain));
            this.watching = simulator.system("watching");
            for (int i = 0; i < WITNESSES; i++) {
                witnesses.add(watching.spawn(Witness.class, () -> new Witness(observer), "w" + i));
            }
        }

        /** The actor at a place, or its successor if it has ended. */
        private Debtor at(int place, int hooks, Supervision supervision, boolean elsewhere) {
            Debtor debtor = debtors[place];
            if (debtor == null || ActorControl.of(debtor).isStopped()) {
                ActorOptions options = ActorOptions.defaults().supervision(supervision);
                debtor = debts.spawn(
                        Debtor.class,
                        () -> new Debtor(observer, hooks),
                        elsewhere ? options.dispatcher(other) : options);
                debtors[place] = debtor;
            }
            return debtor;
        }

        private Awaited until() {
            Awaited until = new Awaited(++numbers, new CompletablePromise<>());
            untils.add(until);
            return until;
        }

        private void plan() {
            for (int step = 0; step < STEPS; step++) {
                int place = random.nextInt(SLOTS);
                int second = random.nextInt(SLOTS);
                int hooks = random.nextInt(8);
                int what = random.nextInt(40);
                int detail = random.nextInt(1_000);
                Supervision supervision = SUPERVISIONS[random.nextInt(SUPERVISIONS.length)];
                boolean elsewhere = random.nextInt(4) == 0;
                Witness witness = witnesses.get(random.nextInt(WITNESSES));
                long at = random.nextLong(LIFE.toNanos());
                simulator.addAt(at, EventKind.TASK, "user" + step % 4, "plan", "", () -> {
                    if (closing) {
                        return; // no more actors are spawned
                    }
                    Debtor debtor = at(place, hooks, supervision, elsewhere);
                    Debtor partner = at(second, hooks, supervision, elsewhere);
                    act(debtor, partner, witness, what, detail);
                });
            }
            if (random.nextInt(4) == 0) {
                long at = random.nextLong(LIFE.toNanos());
                simulator.addAt(at, EventKind.TASK, "operator", "plan", "", () -> {
                    views.forEach(this::submit);
                    other.close(Duration.ZERO);
                });
            }
        }

        private void act(Debtor debtor, Debtor partner, Witness witness, int what, int detail) {
            switch (what) {
                case 0, 1, 2, 3, 4, 5, 8, 9, 10, 11 ->
                    witness.ask(debtor, observer.question(), what % 9, partner, until());
                case 6 -> {
                    for (int i = 0; i < 3; i++) {
                        witness.ask(debtor, observer.question(), what, partner, until());
                    }
                }
                case 7 -> witness.ask(debtor, observer.question(), what, partner, until());
                case 12, 13 -> debtor.ask(partner, observer.question(), until().promise);
                case 14, 15 -> witness.watch(debtor);
                case 16, 17 -> debtor.watch(partner);
                case 18 -> debtor.unstash();
                case 19 -> debtor.hold(until().promise);
                case 20, 21 -> debtor.view().then(views::add);
                case 22 -> debtor.ticking(Duration.ofMillis(1 + detail % 20));
                case 23, 24 -> debtor.child(until().promise, SUPERVISIONS[detail % SUPERVISIONS.length]);
                case 25 -> debtor.tellChildren(detail % 2 == 0);
                case 26, 27, 28 -> debtor.fail();
                case 29 -> {
                    if (detail % 8 == 0) { // each takes milliseconds
                        debtor.overflow();
                    }
                }
                case 30, 31 -> debtor.end(detail % 2 == 0);
                case 32 -> debts.stop(debtor);
                case 33, 34 -> views.forEach(this::submit);
                default -> settle(detail);
            }
        }

        private void submit(Executor view) {
            Accepted task = new Accepted();
            try {
                view.execute(() -> task.ran++);
                observer.tasks.add(task);
            } catch (RejectedExecutionException e) {
                // nothing is owed
            }
        }

        private void settle(int detail) {
            for (int i = 0; i < 4 && !untils.isEmpty(); i++) {
                Awaited until = untils.remove(detail % untils.size());
                if (detail % 7 == 0) {
                    until.promise.fail(new IllegalStateException("on purpose"));
                } else {
                    until.come();
                }
            }
        }

        void run() {
            plan();
            if (random.nextBoolean()) {
                simulator.runFor(Duration.ofNanos(random.nextLong(2 * LIFE.toNanos())));
            } else {
                simulator.runFor(LIFE);
                List.copyOf(untils).forEach(Awaited::come);
                simulator.fair(true); // else what is under way may take as long as it likes
                simulator.runFor(DEADLINE.plus(LIFE));
                simulator.fair(false);
                assertThat(debts.pendingWork())
                        .as("a living actor owes nothing once all has come that it waits for")
                        .noneMatch(work -> work.kind() != PendingWork.Kind.STASHED_MESSAGE);
                assertThat(observer.watches)
                        .as("who lives is told of an end")
                        .noneMatch(watch -> watch.isOwed() && watch.told.isEmpty());
            }
            closing = true;
            simulator.runAll();
            assertThat(observer.questions)
                    .as("the end of an actor settles what it owes, no deadline and no closing system does")
                    .noneMatch(Question::isForgotten);
            views.forEach(this::submit);
            debts.close();
            simulator.runAll();
            assertThat(observer.questions)
                    .as("closing settles what is owed, no deadline does")
                    .allMatch(question -> question.answer == null || question.answer.isSettled());
            simulator.runFor(Duration.ofSeconds(2)); // what is planned comes too late
            check();
            watching.close();
            assertThat(simulator.clock().pending())
                    .as("timers of what has ended")
                    .isZero();
            note();
        }

        private void check() {
            assertThat(observer.wrong).isEmpty();
            assertThat(debts.actors()).isZero();
            assertThat(debts.pendingWork()).isEmpty();
            for (Question question : observer.questions) {
                check(question);
            }
            for (Watch watch : observer.watches) {
                String of = watch.of.address();
                assertThat(watch.told)
                        .as("news of %s", of)
                        .hasSizeBetween(watch.by == null ? 1 : 0, 1)
                        .allMatch(end -> end.address().equals(of));
            }
            assertThat(observer.tasks).as("accepted tasks").allMatch(task -> task.ran == 1);
            assertThat(observer.sections).as("sections").allMatch(Promise::isSettled);
        }

        private void check(Question question) {
            Promise<Integer> answer = question.answer;
            if (answer == null) {
                return; // who was to ask has ended before
            }
            assertThat(answer.isSettled()).as("ask %s settles", question.id).isTrue();
            int times = observer.executed.getOrDefault(question.id, 0);
            assertThat(times).as("ask %s is executed", question.id).isLessThan(2);
            Throwable failure = answer.result().orElseThrow().failure();
            if (failure == null) {
                assertThat(answer.result().orElseThrow().value()).isEqualTo(question.value);
                assertThat(times).isEqualTo(1);
            } else if (failure instanceof ActorStoppedException stopped) {
                ends.add(stopped.reason());
                check(question, stopped.maybeExecuted(), times);
            } else if (failure instanceof CallTimeoutException timeout) {
                timeouts++;
                check(question, timeout.maybeExecuted(), times);
            } else {
                assertThat(failure)
                        .as("ask %s", question.id)
                        .isInstanceOfAny(IllegalStateException.class, IllegalArgumentException.class);
            }
        }

        private void check(Question question, boolean maybeExecuted, int times) {
            if (maybeExecuted) {
                uncertain++;
            } else {
                certain++;
                assertThat(times)
                        .as("ask %s was certainly not executed: %s", question.id, question.answer)
                        .isZero();
            }
        }

        private void note() {
            decisions.addAll(observer.decisions);
            overflows += observer.overflows;
            observer.ended.values().forEach(end -> ends.add(end.reason()));
        }
    }

    /** One life under a schedule that is kept. */
    static List<SimEvent> replay(Path file) {
        DebtsTest test = new DebtsTest();
        return Schedules.of(1).named("debts").replay(file, simulator -> test.new Life(simulator).run());
    }

    private void live(int schedules) {
        Schedules.of(schedules)
                .named("debts")
                .run(simulator -> new Life(simulator).run())
                .orThrow();
        assertThat(ends)
                .as("ends")
                .contains(
                        EndReason.STOPPED,
                        EndReason.FAILED,
                        EndReason.RESTARTED,
                        EndReason.PARENT_ENDED,
                        EndReason.SYSTEM_CLOSED,
                        EndReason.DISPATCHER_GONE);
        assertThat(decisions).containsExactlyInAnyOrder(Decision.values());
        assertThat(List.of(overflows, certain, uncertain, timeouts)).allMatch(count -> count > 0);
    }

    @Test
    void shouldOweNothingInTheEnd() {
        live(QUICK);
    }

    @Test
    @Tag("soak")
    void shouldOweNothingInTheEndInThousandsOfSchedules() {
        live(MANY);
    }
}
