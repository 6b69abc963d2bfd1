// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import io.troupe.remoting.Encoding;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.concurrent.Flow;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules for publishers, for a channel of the other side whose receiving end was handed over. */
public abstract class ChannelLinkRules extends PatientPublisherRules {
    private static final String ADDRESS = "tcp://127.0.0.1:0";
    private static final int CAPACITY = 16;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Encoding encoding;
    private FlowPair pair;

    ChannelLinkRules(Encoding encoding) {
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
        Channel<Integer> channel = Channels.buffered(CAPACITY);
        Flows.into(new Range(count), channel, CAPACITY);
        return Flows.publisher(pair.handed(channel));
    }

    @Override
    public Flow.Publisher<Integer> createFailedFlowPublisher() {
        Channel<Integer> channel = Channels.buffered(CAPACITY);
        channel.fail(new IllegalStateException("no numbers today"));
        Channel<Integer> far = pair.handed(channel);
        Await.until("the failure has travelled", LIMIT, far::isClosed);
        return Flows.publisher(far);
    }
}
