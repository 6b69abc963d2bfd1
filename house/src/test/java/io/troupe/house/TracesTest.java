// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.house.OperationTrace.Station;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces of the libraries that this build has made: stations, and no numbers. */
@Tag("process")
class TracesTest {
    private static final int ROUNDS = 5;

    @ParameterizedTest
    @CsvSource({
        "tell, core/cell/ActorCell dispatch/cell/Cell dispatch/cell/Inbox dispatch/Worker",
        "ask, core/message/AskMessage core/cell/ActorCell core/continuation/ContinuationPromise dispatch/Worker",
        "remote-ask, core/message/AskMessage remoting/session/RemoteOutlet remoting/session/LinkWriter"
                + " remoting/session/FrameDispatcher remoting/session/InboundCalls core/cell/ActorCell"
                + " remoting/session/PendingCall core/continuation/ContinuationPromise",
        "sp-tcp, sp/SendPort sp/transport/nio/NioPipe sp/transport/nio/PipeReader sp/ReceiveQueue",
    })
    void shouldSeeTheKnownStations(String operation, String stations) throws Exception {
        Traces traces = Traces.of(System.getProperty("java.class.path"), List.of(operation), ROUNDS);
        assertThat(traces.traces().get(0).stations())
                .filteredOn(Station::beforeEffect)
                .extracting(Station::file)
                .contains(Stream.of(stations.split(" ", -1))
                        .map(name -> "io/troupe/" + name + ".java")
                        .toArray(String[]::new));
    }
}
