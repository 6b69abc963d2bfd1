// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.rsocket;

import io.netty.buffer.ByteBuf;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketConnector;
import io.rsocket.core.RSocketServer;
import io.rsocket.frame.decoder.PayloadDecoder;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.ByteBufPayload;
import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import io.troupe.bench.remoting.stack.Server;
import io.troupe.bench.remoting.stack.Stack;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * RSocket over TCP: a request is a {@code requestResponse}, one-way messages are the items of one {@code requestChannel}, for
 * which the server gives credits. Payloads are decoded without a copy of their own, then copied once into the array.
 */
public final class RSocketStack implements Stack {
    private static final String HOST = "127.0.0.1";
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** Credits of the channel, three quarters given back at a time; Reactor's own default. 4096 were a third slower. */
    private static final int CREDITS = 256;

    /** Makes the stack. */
    public RSocketStack() {}

    @Override
    public String name() {
        return "rsocket";
    }

    @Override
    public Server serve(Echo echo) {
        CloseableChannel channel = Objects.requireNonNull(RSocketServer.create(SocketAcceptor.with(new Service(echo)))
                .payloadDecoder(PayloadDecoder.ZERO_COPY)
                .bind(TcpServerTransport.create(HOST, 0))
                .block(LIMIT));
        int port = channel.address().getPort();
        return () -> port;
    }

    @Override
    public Client connect(int port) {
        RSocket socket = Objects.requireNonNull(RSocketConnector.create()
                .payloadDecoder(PayloadDecoder.ZERO_COPY)
                .connect(TcpClientTransport.create(HOST, port))
                .block(LIMIT));
        CreditedSource tells = new CreditedSource();
        socket.requestChannel(tells).subscribe(Payload::release, Throwable::printStackTrace);
        return new SocketClient(socket, tells);
    }

    private static byte[] take(Payload payload) {
        ByteBuf data = payload.sliceData();
        byte[] bytes = new byte[data.readableBytes()];
        data.readBytes(bytes);
        payload.release();
        return bytes;
    }

    private record Service(Echo echo) implements RSocket {
        @Override
        public Mono<Payload> requestResponse(Payload request) {
            return Mono.just(ByteBufPayload.create(echo.ask(take(request))));
        }

        @Override
        public Flux<Payload> requestChannel(Publisher<Payload> tells) {
            return Flux.from(tells)
                    .limitRate(CREDITS)
                    .doOnNext(payload -> echo.tell(take(payload)))
                    .ignoreElements()
                    .flux();
        }
    }

    private record SocketClient(RSocket socket, CreditedSource tells) implements Client {
        @Override
        public void tell(byte[] payload, int times) {
            for (int i = 0; i < times; i++) {
                tells.send(ByteBufPayload.create(payload));
            }
        }

        @Override
        public void ask(byte[] payload, Consumer<byte[]> reply) {
            socket.requestResponse(ByteBufPayload.create(payload))
                    .subscribe(answer -> reply.accept(take(answer)), Throwable::printStackTrace);
        }
    }
}
