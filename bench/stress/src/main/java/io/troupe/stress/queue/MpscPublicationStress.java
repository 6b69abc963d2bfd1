// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Queue;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A message written without any ordering must be seen whole by the consumer that polls it. */
@JCStressTest
@Outcome(id = "-1", expect = ACCEPTABLE, desc = "polled before the offer")
@Outcome(id = "42", expect = ACCEPTABLE, desc = "polled after the offer, the message is whole")
@Outcome(id = "0", expect = FORBIDDEN, desc = "polled a message whose field is not yet visible")
@State
public class MpscPublicationStress {

    private final Queue<PlainMessage> queue = new MpscUnboundedVarHandleArrayQueue<>(2);

    /** The producer. */
    @Actor
    public void offer() {
        PlainMessage message = new PlainMessage();
        message.value = 42;
        queue.offer(message);
    }

    /** The consumer. */
    @Actor
    public void poll(I_Result result) {
        PlainMessage message = queue.poll();
        result.r1 = message == null ? -1 : message.value;
    }

    private static final class PlainMessage {
        private int value;
    }
}
