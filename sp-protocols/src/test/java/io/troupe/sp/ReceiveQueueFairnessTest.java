// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.transport.Pipe;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiveQueueFairnessTest {
    private static final SocketTimers NO_TIMERS = (SocketTimers) Proxy.newProxyInstance(
            SocketTimers.class.getClassLoader(),
            new Class<?>[] {SocketTimers.class},
            (proxy, method, arguments) -> null);

    private final ReceiveQueue receiveQueue = new ReceiveQueue(
            4,
            NO_TIMERS,
            new AdaptiveSpin(0),
            PipePoller.NONE,
            new SocketCounters(),
            new LiveOptions(SocketOptions.defaults()));
    private final Queue<Runnable> later = new ArrayDeque<>();
    /** Pipes have nothing more. */
    private boolean over;

    /** A pipe that has more than the queue will ever take, and delivers it when it is resumed, or a little later. */
    private Pipe busy(int number, boolean atOnce) {
        Pipe[] self = new Pipe[1];
        Runnable deliver = () -> {
            SpMessage message = SpMessage.allocate(0).pipe(number);
            while (receiveQueue.put(self[0], message)) {
                message = SpMessage.allocate(0).pipe(number);
            }
            message.release();
        };
        self[0] = (Pipe) Proxy.newProxyInstance(
                Pipe.class.getClassLoader(), new Class<?>[] {Pipe.class}, (proxy, method, arguments) -> {
                    if (over || !method.getName().equals("resume")) {
                        return method.getName().equals("hashCode") ? number : null;
                    }
                    if (atOnce) {
                        deliver.run();
                    } else {
                        later.add(deliver);
                    }
                    return null;
                });
        return self[0];
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLetBusyPipesTakeTurns(boolean atOnce) {
        int pipes = 3;
        for (int i = 0; i < pipes; i++) {
            busy(i, atOnce).resume();
        }
        List<Integer> counts = new ArrayList<>(List.of(0, 0, 0));
        for (int i = 0; i < 600; i++) {
            SpMessage message = receiveQueue.poll();
            while (message == null) { // all has been taken: now those get to run that deliver later
                for (int tasks = later.size(); tasks > 0; tasks--) {
                    later.remove().run();
                }
                message = receiveQueue.poll();
            }
            counts.set(message.pipe(), counts.get(message.pipe()) + 1);
            message.release();
        }
        over = true;
        receiveQueue.clear();
        assertThat(counts).allMatch(count -> count >= 150);
    }
}
