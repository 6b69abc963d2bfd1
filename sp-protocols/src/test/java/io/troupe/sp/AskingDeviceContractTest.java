// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Steps.LIMIT;
import static io.troupe.sp.Steps.WIRES;
import static io.troupe.sp.Steps.join;
import static io.troupe.sp.Steps.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpSocket;
import io.troupe.sp.socket.SurveyorSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Devices between those who ask and those who answer, over each transport. */
@Timeout(60)
class AskingDeviceContractTest {
    /** Puts so many devices between two sockets; returns them, the one next to the asker first. */
    private static List<Device> chain(SpSocket asker, SpSocket answerer, int length, Wire wire) {
        List<Device> devices = new ArrayList<>();
        SpSocket end = asker;
        for (int i = 0; i < length; i++) {
            DuplexSocket front = Sockets.raw(answerer.protocol(), wire.options());
            DuplexSocket back = Sockets.raw(asker.protocol(), wire.options());
            devices.add(Devices.forward(front, back));
            join(wire, front, end);
            end = back;
        }
        join(wire, answerer, end);
        return devices;
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCarryRequestsAndTheirRepliesThroughADevice(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            List<Device> devices = chain(req, rep, 1, wire);
            rep.serve(Steps::loud);
            List<Promise<SpMessage>> replies = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                replies.add(req.request(SpMessage.of("request " + i)));
            }
            for (int i = 0; i < 100; i++) {
                assertThat(text(replies.get(i).await(LIMIT))).isEqualTo("request " + i + "!");
            }
            assertThat(devices.get(0).failed()).isZero();
            devices.forEach(Device::close);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldAnswerAcrossAsManyDevicesAsTheTtlAllows(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            List<Device> devices = chain(req, rep, 7, wire); // and the request's own number is the eighth word
            rep.serve(Steps::loud);
            assertThat(text(req.ask(SpMessage.of("far"), LIMIT))).isEqualTo("far!");
            devices.forEach(Device::close);
        }
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            List<Device> devices = chain(req, rep, 8, wire);
            Promise<SpMessage> none = req.request(SpMessage.of("too far"));
            Meeting.dropped(rep, DropReason.TTL, 1);
            assertThat(none.isSettled()).isFalse();
            devices.forEach(Device::close);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldStopRequestsThatGoRoundInALoop(Wire wire) {
        DuplexSocket front = Sockets.raw(Protocol.REP, wire.options());
        DuplexSocket back = Sockets.raw(Protocol.REQ, wire.options());
        join(wire, front, back); // its own requests come back to it
        try (ReqSocket req = Sockets.req(wire.options());
                Device device = Devices.forward(front, back)) {
            join(wire, front, req);
            Promise<SpMessage> none = req.request(SpMessage.of("round and round"));
            Meeting.dropped(front, DropReason.TTL, 1);
            assertThat(device.forwarded()).isEqualTo(8);
            assertThat(none.isSettled()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCarrySurveysToAllBehindADevice(Wire wire) {
        SocketOptions options =
                wire.options().toBuilder().surveyTime(Duration.ofSeconds(20)).build();
        try (SurveyorSocket surveyor = Sockets.surveyor(options);
                RepSocket one = Sockets.respondent(wire.options());
                RepSocket two = Sockets.respondent(wire.options())) {
            DuplexSocket front = Sockets.raw(Protocol.RESPONDENT, wire.options());
            DuplexSocket back = Sockets.raw(Protocol.SURVEYOR, wire.options());
            try (Device device = Devices.forward(front, back)) {
                join(wire, front, surveyor);
                Meeting.join(back, one, wire);
                Meeting.join(back, two, wire);
                one.serve(request -> answer(request, "one"));
                two.serve(request -> answer(request, "two"));
                surveyor.send(SpMessage.of("who"));
                assertThat(List.of(text(surveyor.receive(LIMIT)), text(surveyor.receive(LIMIT))))
                        .containsExactlyInAnyOrder("one", "two");
                assertThat(device.failed()).isZero();
            }
        }
    }

    private static Promise<SpMessage> answer(SpMessage request, String text) {
        request.release();
        return Promise.of(SpMessage.of(text));
    }
}
