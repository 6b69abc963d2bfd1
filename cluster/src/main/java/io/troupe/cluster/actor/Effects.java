// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.CallCodec;
import io.troupe.cluster.activation.StateHandle;
import io.troupe.cluster.store.ReminderChange;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StoredEffect;
import io.troupe.cluster.store.StoredReminder;
import io.troupe.core.message.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What an update causes: calls of other durable actors, and reminders. They are stored in the transaction of the update, so
 * they happen if and only if the update is stored. For {@link DurableActor#update(java.util.function.UnaryOperator, Consumer)},
 * and only while it runs; in turns of the actor.
 *
 * @param <SELF> the class of the actor
 */
public final class Effects<SELF> {
    /** Most calls of one update, and most bytes of the arguments of one and of all of them. */
    static final int MOST_CALLS = 1_000;

    static final int MOST_BYTES = 1 << 16;
    static final int MOST_BYTES_OF_ALL = 1 << 20;

    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final StateHandle handle;
    private final long version;
    private final List<StoredEffect> calls = new ArrayList<>();
    private final Map<String, ReminderChange> reminders = new LinkedHashMap<>();
    private int bytes;
    private boolean closed;

    Effects(StateHandle handle, long version) {
        this.handle = handle;
        this.version = version;
    }

    /**
     * A durable actor to be called when the update is stored. Calls of one actor arrive in order, each at least once, and an
     * actor that updates its state in that call does so once. A call that fails is repeated; after 20 failures it is a dead letter.
     *
     * @param <A> the class of the actor
     * @param type the class itself; its actors must be hosted for the call to arrive
     * @param key 1 to 512 characters, any but control characters and halves of surrogate pairs
     * @return a reference for calls here and now; promises that it returns have failed
     * @throws IllegalArgumentException if the key breaks the rule, or the class is not one of durable actors
     */
    public <A extends DurableActor<A, ?>> A to(Class<A> type, String key) {
        if (type == null || !DurableActor.class.isAssignableFrom(type) || DurableActor.class.equals(type)) {
            throw new IllegalArgumentException("an effect must call actors of a class that extends DurableActor: type="
                    + (type == null ? null : type.getName()) + ", key=" + key);
        }
        CallCodec codec = handle.codecs().of(type);
        StateKey target = new StateKey(codec.typeName(), key);
        return type.cast(recording(codec, target.toString(), call -> add(codec, target, call)));
    }

    /**
     * Calls this actor some time after the update is stored, also if it has no object then, or the process has been started
     * again. What was missed while no process ran comes late, once. A reminder of the same name is replaced.
     *
     * @param name 1 to 512 characters, any but control characters and halves of surrogate pairs
     * @param delay from now, by the clock of the system, which is looked at each second
     * @param call makes one call on the reference that it gets
     * @return this
     * @throws IllegalArgumentException if the name breaks the rule, the delay is negative, or there is not one call
     */
    public Effects<SELF> remind(String name, Duration delay, Consumer<? super SELF> call) {
        return set(name, delay, 0, call);
    }

    /**
     * Calls this actor again and again until {@link #cancel}, see {@link #remind(String, Duration, Consumer)}.
     *
     * @param name 1 to 512 characters, any but control characters and halves of surrogate pairs
     * @param delay from now to the first call
     * @param every from one call to the next, 1 second or more; those that were missed come once
     * @param call makes one call on the reference that it gets
     * @return this
     * @throws IllegalArgumentException if a value is out of its range, or there is not one call
     */
    public Effects<SELF> remind(String name, Duration delay, Duration every, Consumer<? super SELF> call) {
        if (every == null || every.compareTo(SHORTEST) < 0 || every.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("every must be from 1 second to 36500 days: every=" + every);
        }
        return set(name, delay, every.toMillis(), call);
    }

    /**
     * Takes a reminder back. There need not be one.
     *
     * @param name 1 to 512 characters, any but control characters and halves of surrogate pairs
     * @return this
     * @throws IllegalArgumentException if the name breaks the rule
     */
    public Effects<SELF> cancel(String name) {
        checkOpen();
        StateKey.check("name of a reminder", name);
        reminders.put(name, new ReminderChange(name, ReminderChange.ANY, null));
        return this;
    }

    @SuppressWarnings("unchecked") // the codec is that of the class
    private Effects<SELF> set(String name, Duration delay, long every, Consumer<? super SELF> call) {
        checkOpen();
        StateKey.check("name of a reminder", name);
        if (delay == null || delay.isNegative() || delay.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("delay must be from 0 to 36500 days: delay=" + delay);
        }
        Objects.requireNonNull(call, "call");
        List<Call> made = new ArrayList<>();
        call.accept((SELF) recording(handle.calls(), handle.key().toString(), made::add));
        if (made.size() != 1) {
            throw new IllegalArgumentException(
                    "a reminder must make one call: name=" + name + ", calls=" + made.size());
        }
        long due = handle.millis() + delay.toMillis();
        byte[] arguments = encoded(handle.calls(), made.get(0));
        StoredReminder reminder = new StoredReminder(
                handle.key(), name, due, every, CallCodec.methodName(made.get(0)), arguments, due, 0);
        reminders.put(name, new ReminderChange(name, ReminderChange.ANY, reminder));
        return this;
    }

    private Object recording(CallCodec codec, String address, Consumer<Call> recorder) {
        return codec.newReference(new RecordingOutlet(address, handle.host().outsideExecutor(), call -> {
            checkOpen();
            recorder.accept(call);
        }));
    }

    private void add(CallCodec codec, StateKey target, Call call) {
        if (calls.size() == MOST_CALLS) {
            throw new IllegalArgumentException(
                    "an update must cause at most " + MOST_CALLS + " calls: " + handle.key());
        }
        byte[] arguments = encoded(codec, call);
        calls.add(new StoredEffect(
                0,
                handle.key(),
                version * MOST_CALLS + calls.size(),
                target,
                CallCodec.methodName(call),
                arguments,
                0,
                0));
    }

    private byte[] encoded(CallCodec codec, Call call) {
        byte[] arguments;
        try {
            arguments = codec.write(call);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the arguments of an effect must have an encoding: " + handle.key() + ", method=" + call.method()
                            + ", cause=" + e.getMessage(),
                    e);
        }
        bytes += arguments.length;
        if (arguments.length > MOST_BYTES || bytes > MOST_BYTES_OF_ALL) {
            throw new IllegalArgumentException("the arguments of an effect must have at most " + MOST_BYTES
                    + " bytes, those of one update " + MOST_BYTES_OF_ALL + ": " + handle.key() + ", method="
                    + call.method() + ", bytes=" + arguments.length);
        }
        return arguments;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException(
                    "effects must be caused while the update is made, not later: " + handle.key());
        }
    }

    /** What was caused; nothing more is taken. */
    RowChanges close() {
        closed = true;
        return calls.isEmpty() && reminders.isEmpty()
                ? RowChanges.NONE
                : new RowChanges(List.of(), List.copyOf(calls), List.of(), List.copyOf(reminders.values()));
    }
}
