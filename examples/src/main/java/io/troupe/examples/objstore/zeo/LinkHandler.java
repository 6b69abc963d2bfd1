// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.net.framed.FrameAcceptance;
import io.troupe.net.framed.FrameHandler;
import io.troupe.net.framed.FramedConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one link: hands frames to its actor, and reads no further while too many requests are under way. Frames
 * come on the loop; the actor's side may be called by any thread.
 */
final class LinkHandler implements FrameHandler, LinkOutput {
    /** Most requests of one link under way. */
    static final int WINDOW = 64;

    private final Intake intake;
    private final BiFunction<LinkOutput, Executor, ZeoLink> links;
    private final Consumer<String> log;
    private final AtomicInteger underWay = new AtomicInteger();
    private @Nullable FramedConnection connection;
    private @Nullable ZeoLink link;
    /** Whether the intake knows of the message that comes in, and whether it has let it in. */
    private boolean announced;

    private boolean letIn;
    private volatile boolean told;

    /**
     * A handler of one connection.
     *
     * @param intake of long messages of all connections
     * @param links makes the actor of an output, which runs on an executor
     * @param log gets the line of a link that ends out of order
     */
    LinkHandler(Intake intake, BiFunction<LinkOutput, Executor, ZeoLink> links, Consumer<String> log) {
        this.intake = intake;
        this.links = links;
        this.log = log;
    }

    @Override
    public void onOpen(FramedConnection opened) {
        connection = opened;
        opened.send("M5".getBytes(StandardCharsets.US_ASCII));
        link = links.apply(this, opened.loop());
    }

    /** Small messages need nobody's leave, so they go on whoever holds memory. */
    @Override
    public boolean onPart(int size, int come) {
        if (size <= Intake.SMALL) {
            return true;
        }
        if (!announced) {
            announced = true;
            intake.begun(this, size);
        }
        return letIn;
    }

    /** There is memory for the message that has come in part. Meanwhile the window was not full, or nothing would have come. */
    void goOn() {
        FramedConnection open = connection();
        open.loop().execute(() -> {
            letIn = announced; // else it has come meanwhile
            open.reading(true);
        });
    }

    private void over() {
        if (announced) {
            announced = false;
            letIn = false;
            intake.over(this);
        }
    }

    @Override
    public void onFrame(ByteBuffer frame) {
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        over();
        // not only at the edge: a release of before may still be on its way to the loop, and lets one more frame in
        if (underWay.incrementAndGet() >= WINDOW) {
            connection().reading(false);
            // releases before this call did not see a full window
            if (underWay.get() < WINDOW) {
                connection().reading(true);
            }
        }
        if (link != null) {
            link.received(bytes);
        }
    }

    @Override
    public void onWritable() {
        if (link != null) {
            link.flush();
        }
    }

    @Override
    public void onClose(@Nullable String cause) {
        if (cause != null && !told) {
            log.accept("link ended: peer=" + connection().peer() + ", cause=" + cause);
        }
        if (link != null) {
            link.closed();
        }
        over();
    }

    private FramedConnection connection() {
        FramedConnection open = connection;
        if (open == null) {
            throw new IllegalStateException("a connection must be open before it is used");
        }
        return open;
    }

    @Override
    public FrameAcceptance send(byte[] frame) {
        return connection().send(frame);
    }

    @Override
    public void release(int requests) {
        int left = underWay.addAndGet(-requests);
        if (left < WINDOW && left + requests >= WINDOW) {
            connection().reading(true);
        }
    }

    @Override
    public void close() {
        connection().close();
    }

    @Override
    public void abort(String sentence) {
        told = true;
        log.accept("link ended: peer=" + connection().peer() + ", " + sentence);
        connection().abort();
    }
}
