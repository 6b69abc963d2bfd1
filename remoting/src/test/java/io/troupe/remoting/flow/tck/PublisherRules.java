// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;
import java.util.concurrent.Flow;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules for publishers, as the subscribers of the other side see them. */
public abstract class PublisherRules extends PatientPublisherRules {
    private final Encoding encoding;
    private final String address;
    private FlowPair pair;

    PublisherRules(Encoding encoding, String address) {
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
    public Flow.Publisher<Integer> createFlowPublisher(long count) {
        return pair.remote(new Range(count));
    }

    @Override
    public Flow.Publisher<Integer> createFailedFlowPublisher() {
        return pair.remote(failed());
    }

    static Flow.Publisher<Integer> failed() {
        return subscriber -> {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long n) {}

                @Override
                public void cancel() {}
            });
            subscriber.onError(new IllegalStateException("no numbers today"));
        };
    }
}
