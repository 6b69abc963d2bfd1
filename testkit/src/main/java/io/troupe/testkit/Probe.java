// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.ActorSystem;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stand-in for an actor, for tests of the actors that call it. It records the calls in order and answers asks as it was
 * told. An ask of another method pends until the test answers the recorded call, or until its deadline: that of the system,
 * unless the caller has chosen one. Calls arrive in turns of the probe, as with an actor: on a manual system each arrival
 * is a step. Any thread calls the reference; the thread of the test expects calls. A probe lives as long as its system.
 *
 * <pre>{@code
 * Probe<Store> store = test.probe(Store.class);
 * store.answer("load", 42);
 * Account account = test.spawn(Account.class, () -> new Account(store.ref()));
 * account.deposit(8);
 * store.expectCall("load");
 * store.expectCall("save", 50);
 * store.expectNoCall();
 * }</pre>
 *
 * <p>Each {@code await} and {@code expect} takes the next call that was not taken yet. On a manual system it runs the
 * turns that bring the call, and moves time only if a limit was given, by at most that; otherwise it waits, five seconds
 * if no limit was given.
 *
 * @param <T> type it stands in for
 */
public final class Probe<T> {
    private final ReferenceType<T> type;
    private final Progress progress;
    private final CallLog log = new CallLog();
    private final Answers answers = new Answers();
    private final ProbeCell cell;

    private Probe(ActorSystem system, ReferenceType<T> type) {
        this.type = type;
        this.progress = Progress.of(system);
        this.cell = ProbeCell.in(system, type, answers, log);
    }

    /**
     * A probe on the dispatcher and the clock of a system.
     *
     * @param <T> type it stands in for
     * @param system that the callers belong to
     * @param type an interface or an actor class; no code of a class runs
     * @return the probe
     * @throws io.troupe.core.error.SpawnRefusedException if actors of this type are refused
     */
    public static <T> Probe<T> of(ActorSystem system, Class<T> type) {
        return new Probe<>(system, ReferenceType.of(type, null));
    }

    /**
     * A probe as {@link #of(ActorSystem, Class)} makes it, for a type in a package that its module does not open.
     *
     * @param <T> type it stands in for
     * @param system that the callers belong to
     * @param type an interface or an actor class; no code of a class runs
     * @param lookup made in that package by {@code MethodHandles.lookup()}
     * @return the probe
     * @throws io.troupe.core.error.SpawnRefusedException if actors of this type are refused
     */
    public static <T> Probe<T> of(ActorSystem system, Class<T> type, MethodHandles.Lookup lookup) {
        return new Probe<>(system, ReferenceType.of(type, Objects.requireNonNull(lookup, "lookup")));
    }

    /** {@return the reference for the actors under test; always the same} */
    public T ref() {
        return type.type().cast(cell.reference());
    }

    // ---- answering -----------------------------------------------------------------------------------------------

    /**
     * From now on answers asks of this method, overloads included. A later rule for the method replaces this one.
     *
     * @param method name
     * @param valueOrPromise the value, which may be null, or a promise that decides the answers when it settles
     * @return this probe
     * @throws IllegalArgumentException if the type has no such method, the method returns no promise, or the value is not of the
     *     class that it promises
     */
    public Probe<T> answer(String method, @Nullable Object valueOrPromise) {
        AnswerTypes.check(asksNamed(method), valueOrPromise);
        Promise<?> answer = Answers.promiseOf(valueOrPromise);
        return answerBy(method, call -> answer);
    }

    /**
     * From now on answers asks of this method, overloads included, by a function of the call. A later rule for the method
     * replaces this one.
     *
     * @param method name
     * @param function returns the value or a promise; runs in the probe's turns; an exception that it throws fails the call, as
     *     does a value that is not of the class that the method promises
     * @return this probe
     * @throws IllegalArgumentException if the type has no such method, or the method returns no promise
     */
    public Probe<T> answerBy(String method, Function<? super RecordedCall, ? extends @Nullable Object> function) {
        asksNamed(method);
        answers.put(method, function);
        return this;
    }

    /**
     * From now on fails asks of this method, overloads included. A later rule for the method replaces this one.
     *
     * @param method name
     * @param cause with which the callers' promises fail
     * @return this probe
     * @throws IllegalArgumentException if the type has no such method, or the method returns no promise
     */
    public Probe<T> fail(String method, Throwable cause) {
        return answer(method, Promise.failed(cause));
    }

    // ---- expecting -----------------------------------------------------------------------------------------------

    /**
     * Takes the next call.
     *
     * @return the call
     * @throws AssertionError if there is none
     */
    public RecordedCall awaitCall() {
        return awaitCall(progress.standardLimit());
    }

    /**
     * Takes the next call, waiting for it at most so long.
     *
     * @param limit of waiting, zero or more; a manual clock is moved by at most that
     * @return the call
     * @throws AssertionError if there is none
     */
    public RecordedCall awaitCall(Duration limit) {
        return next("a call", limit);
    }

    /**
     * Takes the next call, which must be this one.
     *
     * @param method name
     * @param arguments all of them; compared by equals, arrays by their elements
     * @return the call
     * @throws IllegalArgumentException if the type has no such method
     * @throws AssertionError if the next call is another one or there is none; a wrong call is taken all the same
     */
    public RecordedCall expectCall(String method, @Nullable Object... arguments) {
        methodsNamed(method);
        String expected = RecordedCall.text(method, arguments);
        RecordedCall call = next(expected, progress.standardLimit());
        if (!call.is(method, arguments)) {
            throw new AssertionError(
                    "next call must be the expected one: expected=" + expected + ", was=" + call + state());
        }
        return call;
    }

    /**
     * Takes the next call, which must be to this method, with any arguments.
     *
     * @param method name
     * @return the call
     * @throws IllegalArgumentException if the type has no such method
     * @throws AssertionError if the next call is another one or there is none; a wrong call is taken all the same
     */
    public RecordedCall expectCallTo(String method) {
        methodsNamed(method);
        String expected = method + "(…)";
        RecordedCall call = next(expected, progress.standardLimit());
        if (!call.method().equals(method)) {
            throw new AssertionError(
                    "next call must be the expected one: expected=" + expected + ", was=" + call + state());
        }
        return call;
    }

    /**
     * Checks that all calls were taken. On a manual system this is a fact: everything that is ready has run. On a system
     * with threads it says that nothing has come so far: calls made before this check are seen, and usually those that
     * follow from messages sent before.
     *
     * @throws AssertionError if a call was not taken
     */
    public void expectNoCall() {
        progress.settle();
        progress.untilSettled(cell.flush(), progress.standardLimit());
        RecordedCall call = log.peek();
        if (call != null) {
            throw new AssertionError("there must be no further call: was=" + call + state());
        }
    }

    /**
     * Checks that all calls were taken and that no call comes within that time.
     *
     * @param span of waiting, zero or more; a manual clock is moved by that much
     * @throws AssertionError if a call was not taken
     */
    public void expectNoCall(Duration span) {
        if (progress.until(log::hasNext, span, log.changes())) {
            throw new AssertionError("there must be no further call: within=" + span + ", was="
                    + Objects.requireNonNull(log.peek()) + state());
        }
    }

    /** Takes all calls that have arrived, without a check. */
    public void skipCalls() {
        log.takeAll();
    }

    /** {@return all calls that have arrived since the start, taken or not, in order; a copy} */
    public List<RecordedCall> calls() {
        return log.all();
    }

    /** Ends the probe as an actor ends: its watchers are told, waiting and later asks fail, tells are lost. */
    public void stop() {
        cell.stop();
    }

    @Override
    public String toString() {
        return "Probe[" + cell.address() + "]";
    }

    private RecordedCall next(String expected, Duration limit) {
        progress.until(log::hasNext, limit, log.changes());
        RecordedCall call = log.take();
        if (call == null) {
            throw new AssertionError("a call must come: expected=" + expected + ", limit=" + limit + state());
        }
        return call;
    }

    private String state() {
        return ", probe=" + cell.address() + ", calls=" + log.all() + ", " + progress;
    }

    private List<MethodInfo> asksNamed(String name) {
        List<MethodInfo> asks = methodsNamed(name).stream()
                .filter(method -> method.result() != void.class)
                .toList();
        if (asks.isEmpty()) {
            throw new IllegalArgumentException("only a method that returns a promise can be answered: type="
                    + type.type().getName() + ", method=" + name);
        }
        return asks;
    }

    private List<MethodInfo> methodsNamed(String name) {
        List<MethodInfo> found = type.methods().stream()
                .filter(method -> method.name().equals(name))
                .toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("the probe's type must have the method: type="
                    + type.type().getName() + ", method=" + name + ", methods=" + type.methods());
        }
        return found;
    }
}
