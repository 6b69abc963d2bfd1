// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.line;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.peer.PekkoPeer;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.Done;
import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.javadsl.Source;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The same rows of stages by libraries of streams. They have no slots: each element is an object. */
public final class StreamPeers {
    private static final long LIMIT_SECONDS = 60;

    private StreamPeers() {}

    private static Element element(int value) {
        Element element = new Element();
        element.begin(value);
        return element;
    }

    private static Element passed(Element element) {
        element.pass();
        return element;
    }

    /** Pekko's streams, on as many threads as everybody has. */
    @State(Scope.Benchmark)
    public static class Pekko {
        private @Nullable PekkoPeer peer;

        /** For JMH. */
        public Pekko() {}

        /** Starts its actors. */
        @Setup(Level.Trial)
        public void start() {
            peer = new PekkoPeer();
        }

        /** Ends them. */
        @TearDown(Level.Trial)
        public void stop() {
            if (peer != null) {
                peer.close();
            }
        }

        /** A batch, each stage behind a boundary or all in one actor. */
        long run(int stages, boolean apart) {
            PekkoPeer running = peer;
            if (running == null) {
                throw new IllegalStateException("the peer must be started by the harness: state=" + this);
            }
            Completion completion = new Completion();
            Element.Sum sum = new Element.Sum(completion, stages, Batch.MESSAGES);
            Source<Element, NotUsed> row = Source.range(0, Batch.MESSAGES - 1).map(StreamPeers::element);
            for (int i = 1; i < stages; i++) {
                row = (apart ? row.async() : row).map(StreamPeers::passed);
            }
            Done unused = done((apart ? row.async() : row).runForeach(sum::add, running.system()));
            return completion.await(Element.sumBelow(Batch.MESSAGES));
        }

        private static Done done(CompletionStage<Done> end) {
            try {
                return end.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new IllegalStateException("a stream must end in time", e);
            }
        }
    }

    /** Reactor, on as many threads as everybody has. */
    @State(Scope.Benchmark)
    public static class Reactor {
        private @Nullable Scheduler threads;

        /** For JMH. */
        public Reactor() {}

        /** Starts its threads. */
        @Setup(Level.Trial)
        public void start() {
            threads = Schedulers.newParallel("bench", Batch.WORKERS, true);
        }

        /** Ends them. */
        @TearDown(Level.Trial)
        public void stop() {
            if (threads != null) {
                threads.dispose();
            }
        }

        /** A batch, each stage behind a queue or all on one stack. */
        long run(int stages, boolean apart) {
            Scheduler running = threads;
            if (running == null) {
                throw new IllegalStateException("the threads must be started by the harness: state=" + this);
            }
            Completion completion = new Completion();
            Element.Sum sum = new Element.Sum(completion, stages, Batch.MESSAGES);
            Flux<Element> row = Flux.range(0, Batch.MESSAGES).map(StreamPeers::element);
            for (int i = 1; i < stages; i++) {
                row = (apart ? row.publishOn(running) : row).map(StreamPeers::passed);
            }
            (apart ? row.publishOn(running) : row).doOnNext(sum::add).blockLast();
            return completion.await(Element.sumBelow(Batch.MESSAGES));
        }
    }
}
