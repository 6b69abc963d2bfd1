// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.core.ActorSystem;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import io.troupe.core.line.Line;
import io.troupe.core.line.Lines;
import java.util.concurrent.Flow;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules for publishers, for the far end of a line that a publisher feeds. */
public class LinePublisherTckTest extends PatientPublisherRules {
    private static final int CAPACITY = 16;

    private ActorSystem system;

    @BeforeClass
    public void openSystem() {
        system = ActorSystem.start("lines");
    }

    @AfterClass(alwaysRun = true)
    public void closeSystem() {
        system.close();
    }

    private Flow.Publisher<Integer> through(Flow.Publisher<Integer> source) {
        Channel<Integer> out = Channels.buffered(CAPACITY);
        Line<Integer> line =
                Lines.<Integer>values(CAPACITY).into(out, number -> number).start(system);
        line.publishFrom(source).onComplete((done, failure) -> line.end().onComplete((ended, unused) -> {
            if (failure == null) {
                out.close();
            } else {
                out.fail(failure);
            }
        }));
        return Flows.publisher(out);
    }

    @Override
    public Flow.Publisher<Integer> createFlowPublisher(long count) {
        return through(new Range(count));
    }

    @Override
    public Flow.Publisher<Integer> createFailedFlowPublisher() {
        Channel<Integer> out = Channels.buffered(CAPACITY);
        out.fail(new IllegalStateException("no numbers today"));
        return Flows.publisher(out);
    }
}
