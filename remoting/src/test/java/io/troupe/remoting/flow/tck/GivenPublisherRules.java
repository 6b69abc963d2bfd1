// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;
import java.util.concurrent.Flow;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules for publishers, for one that is the result of a call, over a link. */
public abstract class GivenPublisherRules extends PatientPublisherRules {
    private static final String ADDRESS = "tcp://127.0.0.1:0";

    private final Encoding encoding;
    private FlowPair pair;

    GivenPublisherRules(Encoding encoding) {
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
    public Flow.Publisher<Integer> createFlowPublisher(long count) {
        return pair.given(new Range(count));
    }

    @Override
    public Flow.Publisher<Integer> createFailedFlowPublisher() {
        return pair.given(PublisherRules.failed());
    }
}
