// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.grpc;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import io.troupe.bench.remoting.stack.Stack;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * gRPC at its best: two streams on one connection, one for one-way messages, one whose answers come in the order of the
 * requests; arrays without a message format; no hand-over to another thread ({@code directExecutor}). Calls of their own per
 * request ("unary") were three times slower.
 */
public final class GrpcStack implements Stack {
    private static final String SERVICE = "Echo";
    private static final MethodDescriptor<byte[], byte[]> TELL = method("tell");
    private static final MethodDescriptor<byte[], byte[]> ASK = method("ask");
    /** Bytes that may be under way per stream; the default, 1 MiB, said here because the flow of one-way messages ends there. */
    private static final int WINDOW = 1 << 20;

    /** Bytes the transport may hold before the sender waits; the default of 32 KiB wakes the sender too often: 20 to 30 % slower. */
    private static final int READY = 256 * 1024;

    /** Makes the stack. */
    public GrpcStack() {}

    @Override
    public String name() {
        return "grpc";
    }

    @Override
    public io.troupe.bench.remoting.stack.Server serve(Echo echo) throws IOException {
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .directExecutor()
                .flowControlWindow(WINDOW)
                .addService(ServerServiceDefinition.builder(SERVICE)
                        .addMethod(TELL, ServerCalls.asyncBidiStreamingCall(answers -> new Tells(echo, answers)))
                        .addMethod(ASK, ServerCalls.asyncBidiStreamingCall(answers -> new Asks(echo, answers)))
                        .build())
                .build()
                .start();
        return server::getPort;
    }

    @Override
    public Client connect(int port) {
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .directExecutor()
                .flowControlWindow(WINDOW)
                .build();
        ReadyGate gate = new ReadyGate();
        ClientCalls.asyncBidiStreamingCall(
                channel.newCall(TELL, CallOptions.DEFAULT.withOnReadyThreshold(READY)), gate);
        StreamClient client = new StreamClient(gate);
        client.requests = ClientCalls.asyncBidiStreamingCall(channel.newCall(ASK, CallOptions.DEFAULT), client);
        return client;
    }

    private static MethodDescriptor<byte[], byte[]> method(String name) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setRequestMarshaller(new BytesMarshaller())
                .setResponseMarshaller(new BytesMarshaller())
                .build();
    }

    private record Tells(Echo echo, StreamObserver<byte[]> answers) implements Quiet {
        @Override
        public void onNext(byte[] payload) {
            echo.tell(payload);
        }
    }

    private record Asks(Echo echo, StreamObserver<byte[]> answers) implements Quiet {
        @Override
        public void onNext(byte[] payload) {
            answers.onNext(echo.ask(payload));
        }
    }

    private static final class StreamClient implements Client, Quiet {
        private final ReadyGate tells;
        /** Who waits, in the order of the requests. Guarded by this, as is sending: streams are not for several threads. */
        private final Queue<Consumer<byte[]>> waiting = new ArrayDeque<>();
        /** Set before the client is handed out. */
        private StreamObserver<byte[]> requests = this;

        StreamClient(ReadyGate tells) {
            this.tells = tells;
        }

        @Override
        public void tell(byte[] payload, int times) {
            ClientCallStreamObserver<byte[]> stream = tells.stream();
            for (int i = 0; i < times; i++) {
                tells.await(stream);
                stream.onNext(payload);
            }
        }

        @Override
        public synchronized void ask(byte[] payload, Consumer<byte[]> reply) {
            waiting.add(reply);
            requests.onNext(payload);
        }

        @Override
        public void onNext(byte[] payload) {
            Consumer<byte[]> reply;
            synchronized (this) {
                reply = waiting.remove();
            }
            reply.accept(payload);
        }
    }
}
