// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules for subscribers, as the publishers of this side see them; who receives lives on the other side. */
public abstract class SubscriberRules extends FlowSubscriberWhiteboxVerification<Integer> {
    private final Encoding encoding;
    private final String address;
    private FlowPair pair;

    SubscriberRules(Encoding encoding, String address) {
        super(PatientPublisherRules.environment());
        this.encoding = encoding;
        this.address = address;
    }

    @BeforeClass
    public void openPair() {
        FlowPair.skipUnlessWanted(encoding, address);
        pair = new FlowPair(encoding, address);
    }

    @AfterClass
    public void closePair() {
        pair.close();
    }

    @Override
    public Integer createElement(int element) {
        return element;
    }

    @Override
    protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
        return new Watched(probe, pair::sender);
    }
}
