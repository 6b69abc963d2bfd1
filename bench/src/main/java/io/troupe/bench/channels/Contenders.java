// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import io.troupe.bench.channel.ActorStack;
import io.troupe.bench.channel.BlockingChannels;
import io.troupe.bench.channel.ChannelWork.Kind;
import io.troupe.bench.channel.ThreadStack;
import io.troupe.bench.channel.kotlin.KotlinStack;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Troupe;
import io.troupe.core.ActorSystem;
import io.troupe.dispatch.thread.VirtualThreads;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** All there are. A further one is a line here. */
final class Contenders {
    /** In the module that only Java 21 and later builds. */
    private static final String JOX = "io.troupe.bench.channel.jox.JoxChannels";

    /** Hand-overs between platform threads take a hundred times as long as others. */
    private static final int PLATFORM = 10;

    private static final int VIRTUAL_THREADS = 21;

    private static final List<Contender> ALL = List.of(
            ours("troupe", "actors, work stealing; each, and selects that are enlisted once", ActorStack.Way.USUAL),
            ours("troupe-once", "actors, a new select for each element", ActorStack.Way.SELECT_ONCE),
            ours("troupe-one", "both actors on one dedicated worker", ActorStack.Way.ONE_WORKER),
            ours("troupe-two", "the actors on two dedicated workers", ActorStack.Way.TWO_WORKERS),
            ours("troupe-line", "stages of a line around a ring as large as a channel", ActorStack.Way.LINE),
            virtual("troupe-virtual", "our channels between virtual threads", BlockingChannels::troupe),
            virtual("jdk-virtual", "LinkedTransferQueue or ArrayBlockingQueue, virtual threads", BlockingChannels::jdk),
            new JavaContender(
                    "jdk-platform",
                    "the same queues between platform threads, batches of a tenth",
                    "",
                    PLATFORM,
                    work -> work.kind() != Kind.SELECT && work.kind() != Kind.SIEVE,
                    () -> new ThreadStack(Executors.newCachedThreadPool(), BlockingChannels.jdk())),
            new GoContender(GoCompiler.usual()),
            new JavaContender(
                    "kotlin",
                    "channels of kotlinx-coroutines, default dispatcher, select prefers the first channel",
                    "",
                    1,
                    work -> true,
                    KotlinStack::new),
            new JavaContender(
                    "jox",
                    "channels of jox, virtual threads, select prefers the first channel",
                    joxAbsence(Runtime.version().feature(), joxIsBuilt()),
                    1,
                    work -> true,
                    () -> new ThreadStack(VirtualThreads.perTaskExecutor("bench"), jox())));

    private Contenders() {}

    static List<String> names() {
        return ALL.stream().map(Contender::name).toList();
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Contender named(String name) {
        return ALL.stream()
                .filter(contender -> contender.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "stack must be one of " + String.join(", ", names()) + ": stack=" + name));
    }

    /**
     * The one of this name, if it runs on the virtual machine.
     *
     * @throws IllegalArgumentException if it does not, or there is none
     */
    static JavaContender java(String name) {
        if (named(name) instanceof JavaContender contender) {
            return contender;
        }
        throw new IllegalArgumentException("stack must run on the virtual machine: stack=" + name);
    }

    /** Why virtual threads cannot be measured on such a Java, or empty. */
    static String virtualAbsence(int java) {
        return java >= VIRTUAL_THREADS ? "" : "left out: virtual threads need Java 21 or later, this is " + java;
    }

    /** Why two workers cannot be measured, or empty. */
    static String twoAbsence(int workers) {
        return workers > 1 ? "" : "left out: two workers are more than there are, workers=" + workers;
    }

    /** Why jox cannot be measured on such a Java, or empty. */
    static String joxAbsence(int java, boolean built) {
        if (java < VIRTUAL_THREADS) {
            return "left out: jox needs Java 21 or later, this is " + java;
        }
        return built ? "" : "left out: jox needs a build by Java 21 or later";
    }

    private static Contender ours(String name, String about, ActorStack.Way way) {
        boolean placed = way == ActorStack.Way.ONE_WORKER || way == ActorStack.Way.TWO_WORKERS;
        return new JavaContender(
                name,
                about,
                way == ActorStack.Way.TWO_WORKERS ? twoAbsence(Batch.WORKERS) : "",
                1,
                work -> ActorStack.offers(way, work),
                () -> new ActorStack(
                        ActorSystem.builder()
                                .name("bench")
                                .dispatcher(Troupe.dispatcher(placed ? "dedicated" : "stealing"))
                                .start(),
                        way));
    }

    private static Contender virtual(String name, String about, Supplier<BlockingChannels> channels) {
        boolean selects = channels.get().canSelect();
        return new JavaContender(
                name,
                about,
                virtualAbsence(Runtime.version().feature()),
                1,
                work -> selects || work.kind() != Kind.SELECT,
                () -> new ThreadStack(VirtualThreads.perTaskExecutor("bench"), channels.get()));
    }

    private static boolean joxIsBuilt() {
        String file = '/' + JOX.replace('.', '/') + ".class";
        return Contenders.class.getResource(file) != null;
    }

    private static BlockingChannels jox() {
        try {
            return Class.forName(JOX)
                    .asSubclass(BlockingChannels.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("jox must be on the class path: class=" + JOX, e);
        }
    }
}
