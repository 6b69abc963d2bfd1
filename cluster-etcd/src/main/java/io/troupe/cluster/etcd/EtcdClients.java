// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.troupe.cluster.registry.RegistryException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * One client per server. Calls go to the server that answered last; when it fails or is silent for its part of the timeout, they
 * go to the next. So a server that stands still costs one attempt, and nobody waits longer than the timeout. Any thread.
 */
final class EtcdClients implements AutoCloseable {
    private final List<Client> clients;
    private final long timeout;
    private final long attempt;

    /** Where calls go; several threads may change it at once, any of them is right. */
    private volatile int preferred;

    EtcdClients(List<String> servers, String space, Duration timeout) {
        this.timeout = timeout.toNanos();
        this.attempt = timeout.toNanos() / servers.size();
        Deadline deadline = new Deadline(attempt);
        this.clients = servers.stream()
                .map(server -> Client.builder()
                        .endpoints(server)
                        .namespace(ByteSequence.from("troupe/" + space + "/", StandardCharsets.UTF_8))
                        .connectTimeout(Duration.ofNanos(attempt))
                        .waitForReady(false)
                        .retryMaxAttempts(0)
                        .retryDelay(1)
                        .retryMaxDelay(2)
                        .retryChronoUnit(ChronoUnit.MILLIS)
                        .interceptor(deadline)
                        .build())
                .toList();
    }

    /** The time at which an operation that begins now must have ended. */
    long deadline() {
        return System.nanoTime() + timeout;
    }

    /** The client of each server. */
    List<Client> all() {
        return clients;
    }

    /**
     * Makes a call of one server after the other until one has answered. It may be carried out more than once.
     *
     * @param deadline of the operation that it is a part of
     * @throws RegistryException if none has answered in time
     */
    <T> T call(String what, long deadline, Function<Client, CompletableFuture<T>> call) throws RegistryException {
        Throwable cause = new TimeoutException("no time was left");
        int first = preferred;
        for (int i = 0; i < clients.size() && deadline - System.nanoTime() > 0; i++) {
            int server = (first + i) % clients.size();
            CompletableFuture<T> answer = call.apply(clients.get(server));
            try {
                T result = answer.get(Math.min(attempt, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                preferred = server;
                return result;
            } catch (ExecutionException e) {
                cause = e.getCause() == null ? e : e.getCause();
            } catch (TimeoutException e) {
                answer.cancel(true);
                cause = e;
            } catch (InterruptedException e) {
                answer.cancel(true);
                Thread.currentThread().interrupt();
                cause = e;
                break;
            }
        }
        preferred = (first + 1) % clients.size();
        throw failed(what, cause);
    }

    static RegistryException failed(String what, Throwable cause) {
        return new RegistryException("etcd must be able to " + what + ", cause=" + cause, cause);
    }

    @Override
    public void close() {
        clients.forEach(Client::close);
    }

    /** Ends calls with one answer; watches and lease streams stay. */
    private record Deadline(long nanos) implements ClientInterceptor {
        @Override
        public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            boolean single = method.getType() == MethodDescriptor.MethodType.UNARY;
            return next.newCall(method, single ? options.withDeadlineAfter(nanos, TimeUnit.NANOSECONDS) : options);
        }
    }
}
