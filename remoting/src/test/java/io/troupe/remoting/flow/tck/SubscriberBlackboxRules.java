// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The same with a receiver that requests in {@code onSubscribe}, before its stream need exist. */
public abstract class SubscriberBlackboxRules extends FlowSubscriberBlackboxVerification<Integer> {
    private final Encoding encoding;
    private final String address;
    private FlowPair pair;

    SubscriberBlackboxRules(Encoding encoding, String address) {
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
    public Flow.Subscriber<Integer> createFlowSubscriber() {
        return pair.sender(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription given) {
                given.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Integer item) {}

            @Override
            public void onError(Throwable cause) {}

            @Override
            public void onComplete() {}
        });
    }
}
