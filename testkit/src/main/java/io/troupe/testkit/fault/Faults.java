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
 * Injects faults into calls: they fail, come late or get lost. Wrap a reference to a local actor or group and give the
 * wrapped one to the actors under test; calls on the original are not affected. If several rules apply to a call, the
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

    private Faults() {}

    /** Without rules: all calls pass. */
    public static Faults inject() {
        return new Faults();
    }

    // ---- rules ---------------------------------------------------------------------------------------------------

    /**
     * One call, whatever its method.
     *
     * @param number of the call, counted from 1 over all references wrapped by this object
     */
    public Trigger onCall(int number) {
        checkNumber(number);
        return new Trigger((call, count) -> count == number);
    }

    /**
     * All calls of a method, overloads included.
     *
     * @param method name
     */
    public Trigger on(String method) {
        Objects.requireNonNull(method, "method");
        return when((called, arguments) -> called.name().equals(method));
    }

    /**
     * One call of a method.
     *
     * @param method name
     * @param number counted from 1, since the rule was made
     */
    public Trigger on(String method, int number) {
        Objects.requireNonNull(method, "method");
        checkNumber(number);
        AtomicInteger seen = new AtomicInteger();
        return when((called, arguments) -> called.name().equals(method) && seen.incrementAndGet() == number);
    }

    /**
     * All calls that the condition chooses; a random choice should come from the test system's own source.
     *
     * @param condition given the method and the arguments, boxed; asked on the callers' threads
     */
    public Trigger when(BiPredicate<? super MethodInfo, ? super List<@Nullable Object>> condition) {
        Objects.requireNonNull(condition, "condition");
        return new Trigger((call, count) -> condition.test(call.method(), Arrays.asList(call.arguments())));
    }

    /** Removes all rules: from now on all calls pass. Delayed calls still come. */
    public Faults heal() {
        rules.clear();
        return this;
    }

    // ---- wrapping ------------------------------------------------------------------------------------------------

    /**
     * A second reference to the same target, with faults. Equal to the original.
     *
     * @param reference to a local actor or group
     * @param type it was spawned with
     */
    public <T> T wrap(T reference, Class<T> type) {
        Outlet target = Reference.outletOf(Objects.requireNonNull(reference, "reference"));
        return ReferenceType.of(type, null).newReference(new FaultOutlet(target, this));
    }

    /**
     * A factory that fails once: the actor's supervision has to deal with it.
     *
     * @param factory makes the actor all other times
     * @param number of the creation that fails, counted from 1; the first restart is number 2
     * @param failure makes what is thrown
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

    /** Calls on wrapped references so far. */
    public int calls() {
        return calls.get();
    }

    /** Times a wrapped factory was used. */
    public int creations() {
        return creations.get();
    }

    /** Calls and creations that were made to fail. */
    public int failed() {
        return failed.get();
    }

    /** Calls that were held back. */
    public int delayed() {
        return delayed.get();
    }

    /** Calls that were lost. */
    public int dropped() {
        return dropped.get();
    }

    @Override
    public String toString() {
        return "Faults[calls=" + calls + ", creations=" + creations + ", failed=" + failed + ", delayed=" + delayed
                + ", dropped=" + dropped + "]";
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
        AtomicInteger counter = fault instanceof Fault.Fail ? failed : fault instanceof Fault.Delay ? delayed : dropped;
        counter.incrementAndGet();
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

    /** The calls are chosen; says what is to happen to them. */
    public final class Trigger {
        private final Choice choice;

        private Trigger(Choice choice) {
            this.choice = choice;
        }

        /**
         * The call throws in the target's turn, instead of its method: an ask fails, after a tell the target's
         * supervision decides.
         *
         * @param failure makes what is thrown
         * @return the faults, for further rules
         */
        public Faults fail(Supplier<? extends Throwable> failure) {
            return add(new Fault.Fail(Objects.requireNonNull(failure, "failure")));
        }

        /**
         * The call is sent later; calls sent meanwhile overtake it. A deadline that the target sets starts when it is
         * sent.
         *
         * @param by how long, by the clock of the target's system; zero or more
         * @return the faults, for further rules
         */
        public Faults delay(Duration by) {
            if (by.isNegative()) {
                throw new IllegalArgumentException("by must not be negative: by=" + by);
            }
            return add(new Fault.Delay(by));
        }

        /**
         * The target takes the call and does nothing: an ask is never answered, only its deadline ends it.
         *
         * @return the faults, for further rules
         */
        public Faults drop() {
            return add(new Fault.Drop());
        }

        private Faults add(Fault fault) {
            rules.add(new Rule(choice, fault));
            return Faults.this;
        }
    }
}
