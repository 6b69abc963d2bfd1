// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.fault;

import io.troupe.core.actor.ActorFactory;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.reference.ReferenceType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rules that inject faults into calls: calls fail, come late or get lost. Wrap a reference to a local actor or group and give
 * the wrapped one to the actors under test; calls on the original are not affected. If several rules apply to a call, the
 * first one counts. Any thread; rules may be added and removed at any time.
 *
 * <pre>{@code
 * Faults faults = Faults.inject()
 *         .onCall(3).fail(IllegalStateException::new)
 *         .on("save").delay(Duration.ofSeconds(2))
 *         .on("log").drop();
 * Store flaky = faults.wrap(store, Store.class);
 * }</pre>
 */
public final class Faults {
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger creations = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger delayed = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();

    private Faults() {}

    /** {@return an object without rules, by which all calls pass} */
    public static Faults inject() {
        return new Faults();
    }

    // ---- rules ---------------------------------------------------------------------------------------------------

    /**
     * Chooses one call, whatever its method.
     *
     * @param number of the call, counted from 1 over all references wrapped by this object
     * @return the choice, to be followed by a fault
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Trigger onCall(int number) {
        checkNumber(number);
        return new Trigger((call, count) -> count == number);
    }

    /**
     * Chooses all calls of a method, overloads included.
     *
     * @param method name; a name that no type has chooses nothing
     * @return the choice, to be followed by a fault
     */
    public Trigger on(String method) {
        Objects.requireNonNull(method, "method");
        return when((called, arguments) -> called.name().equals(method));
    }

    /**
     * Chooses one call of a method, overloads included.
     *
     * @param method name
     * @param number of the call, counted from 1 since the rule was made; calls that an earlier rule took do not count
     * @return the choice, to be followed by a fault
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Trigger on(String method, int number) {
        Objects.requireNonNull(method, "method");
        checkNumber(number);
        AtomicInteger seen = new AtomicInteger();
        return when((called, arguments) -> called.name().equals(method) && seen.incrementAndGet() == number);
    }

    /**
     * Chooses all calls that meet a condition. A random choice should come from the test system's own source.
     *
     * @param condition given the method and the arguments, boxed; asked on the callers' threads
     * @return the choice, to be followed by a fault
     */
    public Trigger when(BiPredicate<? super MethodInfo, ? super List<@Nullable Object>> condition) {
        Objects.requireNonNull(condition, "condition");
        return new Trigger((call, count) -> condition.test(call.method(), Arrays.asList(call.arguments())));
    }

    /**
     * Removes all rules: from now on all calls pass. Delayed calls still come; the counters stay.
     *
     * @return this object, for further rules
     */
    public Faults heal() {
        rules.clear();
        return this;
    }

    // ---- wrapping ------------------------------------------------------------------------------------------------

    /**
     * A second reference to the same target, with faults. Equal to the original.
     *
     * @param <T> type of the actor
     * @param reference to a local actor or group
     * @param type it was spawned with
     * @return the reference for the actors under test
     * @throws IllegalArgumentException if the object is no reference
     */
    public <T> T wrap(T reference, Class<T> type) {
        Outlet target = Reference.outletOf(Objects.requireNonNull(reference, "reference"));
        return ReferenceType.of(type, null).newReference(new FaultOutlet(target, this));
    }

    /**
     * A factory that fails once: the actor's supervision has to deal with it.
     *
     * @param <T> type of the actor
     * @param factory makes the actor all other times
     * @param number of the creation that fails, counted from 1; the first restart is number 2
     * @param failure makes the exception that is thrown
     * @return the factory to spawn with
     * @throws IllegalArgumentException if the number is less than 1
     */
    public <T> ActorFactory<T> failCreation(
            ActorFactory<T> factory, int number, Supplier<? extends Exception> failure) {
        checkNumber(number);
        AtomicInteger seen = new AtomicInteger();
        return () -> {
            creations.incrementAndGet();
            if (seen.incrementAndGet() == number) {
                failed.incrementAndGet();
                throw failure.get();
            }
            return factory.create();
        };
    }

    // ---- counters ------------------------------------------------------------------------------------------------

    /** {@return the number of calls on wrapped references so far; an attempt that found no room counts, too} */
    public int calls() {
        return calls.get();
    }

    /** {@return the number of times a wrapped factory was used so far} */
    public int creations() {
        return creations.get();
    }

    /** {@return the number of calls and creations that were made to fail so far} */
    public int failed() {
        return failed.get();
    }

    /** {@return the number of calls that were delayed so far} */
    public int delayed() {
        return delayed.get();
    }

    /** {@return the number of calls that were dropped so far} */
    public int dropped() {
        return dropped.get();
    }

    /** {@return the number of calls so far that were executed and whose answer was lost} */
    public int unanswered() {
        return unanswered.get();
    }

    @Override
    public String toString() {
        return "Faults[calls=" + calls + ", creations=" + creations + ", failed=" + failed + ", delayed=" + delayed
                + ", dropped=" + dropped + ", unanswered=" + unanswered + "]";
    }

    // ---- seen by the outlets -------------------------------------------------------------------------------------

    /** Counts the call and says what is to be done to it; null: nothing. */
    @Nullable
    Fault next(Call call) {
        int count = calls.incrementAndGet();
        for (Rule rule : rules) {
            if (rule.choice.applies(call, count)) {
                note(rule.fault);
                return rule.fault;
            }
        }
        return null;
    }

    private void note(Fault fault) {
        if (fault instanceof Fault.Fail) {
            failed.incrementAndGet();
        } else if (fault instanceof Fault.Delay) {
            delayed.incrementAndGet();
        } else if (fault instanceof Fault.Drop) {
            dropped.incrementAndGet();
        }
    }

    private static void checkNumber(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("number must be at least 1: number=" + number);
        }
    }

    /** Which calls a rule is for. */
    private interface Choice {
        boolean applies(Call call, int count);
    }

    private record Rule(Choice choice, Fault fault) {}

    /** Chosen calls that wait for their fault: each method makes the rule and adds it to the others. */
    public final class Trigger {
        private final Choice choice;

        private Trigger(Choice choice) {
            this.choice = choice;
        }

        /**
         * Lets the call throw in the target's turn, instead of its method: an ask fails, after a tell the target's
         * supervision decides.
         *
         * @param failure makes the exception or error that is thrown, in the target's turn
         * @return the faults, for further rules
         */
        public Faults fail(Supplier<? extends Throwable> failure) {
            return add(new Fault.Fail(Objects.requireNonNull(failure, "failure")));
        }

        /**
         * Sends the call later; calls sent meanwhile overtake it. A deadline that the target sets starts when the call is
         * sent.
         *
         * @param by time by the clock of the target's system, zero or more
         * @return the faults, for further rules
         * @throws IllegalArgumentException if the time is negative
         */
        public Faults delay(Duration by) {
            if (by.isNegative()) {
                throw new IllegalArgumentException("by must not be negative: by=" + by);
            }
            return add(new Fault.Delay(by));
        }

        /**
         * Loses the call: the target takes it and does nothing. An ask is never answered, only its deadline ends it.
         *
         * @return the faults, for further rules
         */
        public Faults drop() {
            return add(new Fault.Drop());
        }

        /**
         * Lets the target execute the call and loses its answer, or its failure: only a deadline ends an ask, or the end of its
         * target. A tell has no answer, so it passes. A client that calls again does it twice.
         *
         * @return the faults, for further rules
         */
        public Faults loseAnswer() {
            return loseAnswer(() -> {});
        }

        /**
         * Loses answers and says so.
         *
         * @param lost runs in the target's turn, after the method
         * @return the faults, for further rules
         */
        public Faults loseAnswer(Runnable lost) {
            Objects.requireNonNull(lost, "lost");
            return add(new Fault.LoseAnswer(() -> {
                unanswered.incrementAndGet();
                lost.run();
            }));
        }

        private Faults add(Fault fault) {
            rules.add(new Rule(choice, fault));
            return Faults.this;
        }
    }
}
