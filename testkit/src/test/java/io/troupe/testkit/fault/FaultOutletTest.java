// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.testkit.Counter;
import io.troupe.testkit.Probe;
import io.troupe.testkit.TestSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Faults of calls that are sent without waiting, and probes as their targets. */
@Timeout(60)
class FaultOutletTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final ReferenceType<Counter> TYPE = ReferenceType.of(Counter.class, null);

    private final TestSystem test = TestSystem.manual().allowPendingWork();
    private final Faults faults = Faults.inject();
    private final Counter counter = test.spawn(
            Counter.class, Counter::new, ActorOptions.defaults().mailbox(MailboxSpec.bounded(2, Overflow.PACE)));
    private final Outlet flaky = Reference.outletOf(faults.wrap(counter, Counter.class));

    @AfterEach
    void close() {
        test.close();
    }

    private static Object message(String method, Object... arguments) {
        int index = IntStream.range(0, TYPE.methods().size())
                .filter(i -> TYPE.methods().get(i).name().equals(method))
                .findFirst()
                .orElseThrow();
        return TYPE.newMessage(index, arguments);
    }

    private static TellMessage add(int n) {
        return (TellMessage) message("add", n);
    }

    @SuppressWarnings("unchecked")
    private static AskMessage<Integer> get() {
        return (AskMessage<Integer>) message("get");
    }

    private int count() {
        return test.await(counter.get());
    }

    @Test
    void shouldPassTriedCallsWithoutRules() {
        AskMessage<Integer> get = get();
        assertThat(flaky.tryTell(add(2))).isEqualTo(Offer.ACCEPTED);
        assertThat(flaky.tryAsk(get)).isEqualTo(Offer.ACCEPTED);
        assertThat(flaky.cell()).isSameAs(Reference.outletOf(counter).cell());
        assertThat(flaky.tryTell(add(3))).as("and does not wait").isEqualTo(Offer.FULL);
        assertThat(flaky.tryAsk(get())).isEqualTo(Offer.FULL);
        test.assertThat(get).settles().isFulfilledWith(2);
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void shouldPassOnWhatTheSenderGivesUp() {
        flaky.lost(add(1));
        assertThat(test.deadLetters()).hasSize(1);
    }

    @Test
    void shouldFailTriedCalls() {
        faults.on("get").fail(IOException::new).on("add").drop();
        AskMessage<Integer> get = get();
        assertThat(flaky.tryAsk(get)).isEqualTo(Offer.ACCEPTED);
        assertThat(flaky.tryTell(add(1))).isEqualTo(Offer.ACCEPTED);
        AskMessage<Integer> refused = get();
        assertThat(flaky.tryAsk(refused)).isEqualTo(Offer.FULL);
        assertThat(flaky.tryTell(add(1))).isEqualTo(Offer.FULL);
        test.assertThat(get).settles().hasFailedWith(IOException.class);
        test.assertThat(refused).isPending();
        assertThat(count()).isZero();
    }

    @Test
    void shouldNotFailATriedCallThatWasCancelled() {
        List<String> made = new ArrayList<>();
        faults.on("get").fail(() -> {
            made.add("failure");
            return new IOException();
        });
        AskMessage<Integer> get = get();
        flaky.tryAsk(get);
        get.cancel();
        test.runAll();
        test.assertThat(get).hasFailedWith(CallCancelledException.class);
        assertThat(made).isEmpty();
        assertThat(test.system().lateResults()).isZero();
    }

    @Test
    void shouldDelayTriedCalls() {
        faults.on("add").delay(SECOND).on("get").delay(SECOND.multipliedBy(2));
        AskMessage<Integer> get = get();
        assertThat(flaky.tryAsk(get)).isEqualTo(Offer.ACCEPTED);
        assertThat(flaky.tryTell(add(1))).isEqualTo(Offer.ACCEPTED);
        assertThat(count()).isZero();
        test.advance(SECOND.multipliedBy(2));
        test.assertThat(get).settles().isFulfilledWith(1);
    }

    @Test
    void shouldNotSendADelayedCallThatWasCancelled() {
        faults.on("get").delay(SECOND);
        Promise<Integer> get = faults.wrap(counter, Counter.class).get();
        get.cancel();
        test.runAll();
        test.advance(SECOND.minusMillis(1));
        assertThat(flaky.cell().depth(10)).isZero();
        test.clock().advance(Duration.ofMillis(2));
        assertThat(flaky.cell().depth(10)).isZero();
    }

    @Test
    void shouldSendToProbesWithoutWaiting() {
        Probe<Counter> probe = test.probe(Counter.class);
        probe.answer("get", 7);
        Outlet outlet = Reference.outletOf(probe.ref());
        AskMessage<Integer> get = get();
        assertThat(outlet.tryTell(add(1))).isEqualTo(Offer.ACCEPTED);
        assertThat(outlet.tryAsk(get)).isEqualTo(Offer.ACCEPTED);
        assertThat(outlet.cell().depth(10)).isEqualTo(2);
        probe.expectCall("add", 1);
        test.assertThat(get).settles().isFulfilledWith(7);
        probe.stop();
        test.runAll();
        AskMessage<Integer> late = get();
        assertThat(outlet.tryTell(add(1))).isEqualTo(Offer.CLOSED);
        assertThat(outlet.tryAsk(late)).isEqualTo(Offer.CLOSED);
        test.assertThat(late).isFailed();
    }

    @Test
    void shouldLimitTriedCallsToProbes() {
        Outlet outlet = Reference.outletOf(test.probe(Counter.class).ref());
        AskMessage<Integer> get = get();
        assertThat(outlet.tryAsk(get)).isEqualTo(Offer.ACCEPTED);
        test.advance(Duration.ofSeconds(29));
        test.assertThat(get).isPending();
        test.advance(SECOND);
        test.assertThat(get).hasFailedWith(CallTimeoutException.class);
    }
}
