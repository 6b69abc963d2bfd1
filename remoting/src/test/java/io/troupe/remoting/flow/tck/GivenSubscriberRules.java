// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules for subscribers, for what subscribes to a publisher that was the result of a call; who receives is at the other side. */
public abstract class GivenSubscriberRules extends FlowSubscriberWhiteboxVerification<Integer> {
    private static final String ADDRESS = "tcp://127.0.0.1:0";

    private final Encoding encoding;
    private FlowPair pair;

    GivenSubscriberRules(Encoding encoding) {
        super(PatientPublisherRules.environment());
        this.encoding = encoding;
    }

    @BeforeClass
    public void openPair() {
        FlowPair.skipUnlessWanted(encoding, ADDRESS);
        pair = new FlowPair(encoding, ADDRESS);
    }

    @AfterClass(alwaysRun = true)
    public void closePair() {
        if (pair != null) {
            pair.close();
        }
    }

    @Override
    public Integer createElement(int element) {
        return element;
    }

    @Override
    protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
        return new Watched(probe, pair::givenSender);
    }
}
