// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.core.message.PlainText;
import io.troupe.remoting.link.LinkLoss;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a link is up, why not any more, and what its other side can do. Holds facts only and knows no other part. Written on the
 * loop, and read there unless said otherwise.
 */
final class SessionState {
    /** What this side can do, as it says in its greeting. */
    static final String FEATURES =
            "streams,watch,nak,request,pause,pieces,headers,goaway,nakBytes,channels,keys,publishers";

    private static final String PAUSE = "pause";
    private static final String PIECES = "pieces";
    private static final String HEADERS = "headers";
    private static final String GOAWAY = "goaway";
    /** NAKs count bytes; without it they count messages. */
    private static final String NAK_BYTES = "nakBytes";

    private static final String CHANNELS = "channels";
    private static final String KEYS = "keys";

    /** Of a side to which publishers may be handed over. */
    private static final String PUBLISHERS = "publishers";

    private static final long FIRST_GUESS = 1_000_000;

    private final String peer;
    private Set<String> features = Set.of();
    private boolean greeted;
    private boolean over;
    private @Nullable String pending;

    /** Whether the other side has been told that this one goes. */
    private boolean announced;

    /** Why this side was told to close: what it has been given leaves, and it is given no more. Null: it was not told. */
    private volatile @Nullable String parting;

    private volatile boolean down;
    private volatile @Nullable String cause;
    private volatile LinkLoss.Reason reason = LinkLoss.Reason.RESET;
    private volatile long roundTrip = FIRST_GUESS;

    /** What the other side has said when it announced that it goes. */
    private volatile @Nullable LinkLoss departure;

    /**
     * Not greeted yet.
     *
     * @param peer the other side, for people
     */
    SessionState(String peer) {
        this.peer = peer;
    }

    /** The other side, for people. Any thread. */
    String peer() {
        return peer;
    }

    // ---- the other side ------------------------------------------------------------------------------------------

    /** The other side has said hello, with what it can do. */
    void greeted(Map<String, String> properties) {
        features =
                Set.copyOf(Arrays.asList(properties.getOrDefault("features", "").split(",")));
        greeted = true;
    }

    boolean isGreeted() {
        return greeted;
    }

    /** Whether the other side stops sending when it is told to. */
    boolean peerPauses() {
        return features.contains(PAUSE);
    }

    /** Whether NAKs of the other side count bytes, and it takes those of this side so. */
    boolean peerCountsBytes() {
        return features.contains(NAK_BYTES);
    }

    /** Whether the other side takes frames in pieces. */
    boolean peerTakesPieces() {
        return features.contains(PIECES);
    }

    /** Whether the other side knows headers. */
    boolean peerTakesHeaders() {
        return features.contains(HEADERS);
    }

    /** Whether the other side understands that this one goes. */
    boolean peerKnowsDepartures() {
        return features.contains(GOAWAY);
    }

    /** Whether ends of channels may be handed over to the other side. */
    boolean peerTakesChannels() {
        return features.contains(CHANNELS);
    }

    /** Whether targets of the other side may be found by type and key. */
    boolean peerTakesKeys() {
        return features.contains(KEYS);
    }

    /** Whether publishers may be handed over to the other side. */
    boolean peerTakesPublishers() {
        return features.contains(PUBLISHERS);
    }

    /** Nanoseconds of a round trip. Any thread. */
    long roundTrip() {
        return roundTrip;
    }

    void roundTrip(long nanos) {
        roundTrip = nanos;
    }

    // ---- how it ends ---------------------------------------------------------------------------------------------

    /** This side has said that it goes. */
    void announced() {
        announced = true;
    }

    boolean isAnnounced() {
        return announced;
    }

    /** The other side has said that it goes. */
    void departing(LinkLoss loss) {
        departure = loss;
    }

    /** What the other side has said when it announced that it goes, or null. Any thread. */
    @Nullable
    LinkLoss departure() {
        return departure;
    }

    /** This side was told to close, and takes no more calls of its own. Any thread. */
    void parting(String why) {
        parting = why;
    }

    /** Whether this side takes no more calls of its own. Any thread. */
    boolean isParting() {
        return parting != null || down;
    }

    /** This side is about to close. */
    void closing(String why) {
        pending = why;
        reason = announced ? LinkLoss.Reason.DRAINED : LinkLoss.Reason.CLOSED;
    }

    /** This side closes after it has said that it goes. */
    void drained(String why) {
        pending = why;
        reason = LinkLoss.Reason.DRAINED;
    }

    /** This side gives up. */
    void failing(String why, LinkLoss.Reason because) {
        over = true;
        pending = why;
        reason = because;
    }

    /** The other side has said goodbye; null: without a word about why. */
    void left(@Nullable String why) {
        over = true;
        reason = departure == null ? LinkLoss.Reason.LEFT : LinkLoss.Reason.DRAINED;
        pending = why;
    }

    /** Whether nothing that comes is looked at any more: the last frame has come, or this side has given up. */
    boolean isOver() {
        return over || down;
    }

    /** The connection has ended. Returns whether just now. */
    boolean end(@Nullable String why) {
        if (down) {
            return false;
        }
        boolean silently = why == null && reason == LinkLoss.Reason.RESET; // as a process that was killed does
        String ended = silently ? "the other side has ended the connection without a goodbye" : why;
        cause = pending == null ? ended : pending;
        down = true;
        return true;
    }

    /** Any thread. */
    boolean isDown() {
        return down;
    }

    /** Why it has ended, or null if one of the two sides closed it. Any thread. */
    @Nullable
    String cause() {
        return cause;
    }

    /** Why it has ended, in words. Any thread. */
    String downBecause() {
        String known = cause;
        LinkLoss leaving = departure;
        if (known == null && leaving != null) {
            return leaving.cause();
        }
        String told = known == null ? parting : known;
        return told == null ? "closed" : PlainText.of(told);
    }

    /** Why it has ended, and where the other side has said that one may go. Any thread. */
    LinkLoss loss(String why) {
        LinkLoss leaving = departure;
        return new LinkLoss(reason, why, leaving == null ? "" : leaving.elsewhere());
    }

    /**
     * What fails because the link has ended before it was sent. Any thread.
     *
     * @param what as name=value
     */
    LinkLostException notSent(String what) {
        return Failures.lost(downBecause(), what, false);
    }
}
