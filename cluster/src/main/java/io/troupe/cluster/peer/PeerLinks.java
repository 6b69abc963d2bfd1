// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links of one process to all members. A link comes up only with the member itself ({@link MemberCheck}), and is used once
 * that has said what it hosts. A link that ends without a goodbye is looked after at once: if the host refuses a new
 * connection, the member is dead. Any thread.
 */
public final class PeerLinks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerLinks.class);

    /** Name of the streams on which members tell each other what has changed. */
    static final String STREAM = "troupe/cluster";

    /** What a member that has left may still have to answer. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(10);

    /** Between looks for no special reason. */
    private static final long SELDOM_NANOS = 1_000_000_000;

    /** As long as a link may be missing before others are told. */
    private static final long UNREACHABLE_NANOS = 2_000_000_000;

    private final Remoting remoting;
    private final long self;
    private final PeerListener listener;
    private final Map<Long, Peer> peers = new ConcurrentHashMap<>();
    private final ExecutorService probes;
    private final String name;
    private volatile boolean closed;

    /**
     * Dials nobody yet.
     *
     * @param name of its threads and lanes, its own within the process
     * @param remoting of the process
     * @param self id of this member; 0: of none
     * @param listener told of all
     */
    public PeerLinks(String name, Remoting remoting, long self, PeerListener listener) {
        this.remoting = remoting;
        this.self = self;
        this.listener = listener;
        this.name = name;
        this.probes = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The id of a member, which is a half of the id of its remoting. */
    public static long idOf(String remoting) {
        try {
            return UUID.fromString(remoting).getMostSignificantBits();
        } catch (IllegalArgumentException e) { // of a version that has no ids
            return 0;
        }
    }

    /** What tells a certificate from all others: its SHA-256 in hexadecimal digits; of none: empty. */
    public static String fingerprintOf(@Nullable X509Certificate certificate) {
        if (certificate == null) {
            return "";
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("a certificate must have an encoding: cause=" + e.getMessage(), e);
        }
    }

    /** Dials those who have come, and ends the links to those who are gone. */
    public void follow(Collection<MemberRow> members) {
        for (MemberRow row : members) {
            if (row.id() == self) {
                continue;
            }
            if (row.status().isLiving() && !closed) {
                peers.computeIfAbsent(row.id(), id -> new Peer(row)).follow(row);
            } else {
                Peer gone = peers.remove(row.id());
                if (gone != null) {
                    gone.end(row.proven());
                }
            }
        }
    }

    /** Those that can be used, by the ids of members. */
    public Map<Long, Link> links() {
        Map<Long, Link> usable = new HashMap<>();
        peers.forEach((id, peer) -> {
            Link link = peer.usable();
            if (link != null) {
                usable.put(id, link);
            }
        });
        return usable;
    }

    /** Ids of members that live, have not said goodbye, and could not be used for some seconds. */
    public Set<Long> unreachable() {
        long since = System.nanoTime() - UNREACHABLE_NANOS;
        return peers.values().stream()
                .filter(peer -> peer.isUnreachable(since))
                .map(peer -> peer.id)
                .collect(Collectors.toSet());
    }

    /** Lets others finish what they are answering. */
    @Override
    public void close() {
        closed = true;
        peers.values().forEach(peer -> peer.end(false));
        peers.clear();
        probes.shutdown();
    }

    private void probe(Runnable work) {
        try {
            probes.execute(work);
        } catch (RejectedExecutionException e) {
            // nobody wants to know any more
        }
    }

    /** Another member, as long as it lives. */
    private final class Peer {
        private final long id;
        private final Address address;
        private final String name;
        private final MemberCheck check;

        // ---- guarded by this
        private @Nullable Link link;
        private boolean dialling;
        private boolean hasSpoken;
        private boolean leaving;
        private boolean goodbye;
        private boolean ended;
        private boolean probing;
        private long probed = System.nanoTime();
        private boolean listening;

        /** Since when it could not be used, while it cannot. */
        private long silentSince = System.nanoTime();

        Peer(MemberRow row) {
            this.id = row.id();
            this.name = row.info().name();
            this.address = Address.parse(row.info().address());
            this.check = new MemberCheck(row.info(), () -> listener.proved(id));
        }

        /** With each look at the registry. */
        void follow(MemberRow row) {
            boolean dial;
            boolean lost;
            synchronized (this) {
                leaving |= row.status() == MemberStatus.LEAVING;
                dial = link == null && !dialling && !ended;
                lost = !dial && (link == null || link.state() == LinkState.DOWN);
                dialling |= dial;
            }
            if (dial) {
                dial();
            } else if (lost) {
                lookAfter(SELDOM_NANOS);
            }
        }

        private void dial() {
            String lane = PeerLinks.this.name + " " + Long.toHexString(id);
            remoting.connectExpected(lane, check, address.toString()).onComplete((made, failure) -> {
                if (made == null) {
                    synchronized (this) {
                        dialling = false;
                    }
                    lookAfter(0);
                } else {
                    made(made);
                }
            });
        }

        private void made(Link made) {
            boolean late;
            synchronized (this) {
                dialling = false;
                link = made;
                late = ended;
            }
            if (late) {
                made.cut();
                return;
            }
            made.onChange((state, why) -> changed(made, state));
            if (made.state() == LinkState.UP) {
                cameUp(made);
            }
        }

        private void changed(Link of, LinkState state) {
            switch (state) {
                case UP -> cameUp(of);
                case DRAINING -> parted();
                case DOWN, CLOSED -> wentDown(of, state);
                default -> {}
            }
        }

        private void parted() {
            synchronized (this) {
                goodbye = true;
            }
            silent();
        }

        /** Another connection may follow: it is used once the member has spoken there. */
        private void silent() {
            boolean wasUsable;
            synchronized (this) {
                listening = false;
                wasUsable = hasSpoken;
                hasSpoken = false;
                silentSince = wasUsable ? System.nanoTime() : silentSince;
            }
            if (wasUsable) {
                listener.linksChanged();
            }
        }

        private void wentDown(Link of, LinkState state) {
            LinkLoss loss = of.lastLoss();
            synchronized (this) {
                goodbye |= loss != null
                        && (loss.reason() == LinkLoss.Reason.LEFT || loss.reason() == LinkLoss.Reason.DRAINED);
                if (state == LinkState.CLOSED && link == of) {
                    link = null;
                }
            }
            boolean refused = loss != null && loss.reason() == LinkLoss.Reason.REFUSED;
            lookAfter(refused ? SELDOM_NANOS : 0); // the next one would be refused, too
            silent(); // which lets all calls look for another way
        }

        private void cameUp(Link of) {
            synchronized (this) {
                if (ended || listening) {
                    return;
                }
                listening = true;
                goodbye = false;
            }
            try {
                of.open(STREAM, String.class, String.class, Callback.of(this::received))
                        .item(remoting.id());
            } catch (LinkLostException e) {
                LOG.debug("a link has ended again: member={}", name, e); // that is told as well
            }
        }

        private void received(@Nullable String text) {
            try {
                PeerNote said = PeerNote.parse(String.valueOf(text));
                synchronized (this) {
                    leaving |= said.leaving(); // its row may be gone when it is looked at next
                }
                listener.heard(id, said.view(), said.unreachable(), said.hosted());
                heard();
            } catch (IllegalArgumentException e) {
                LOG.warn("a member has said what no member says: member={}, cause={}", name, e.getMessage());
            }
        }

        private void heard() {
            synchronized (this) {
                if (hasSpoken || !listening) {
                    return;
                }
                hasSpoken = true;
            }
            listener.linksChanged();
        }

        /** Who has said goodbye is leaving, and not dead. */
        private void lookAfter(long pause) {
            synchronized (this) {
                long now = System.nanoTime();
                if (ended || goodbye || leaving || probing || now - probed < pause) {
                    return;
                }
                probing = true;
                probed = now;
            }
            probe(() -> {
                boolean refused = AddressProbe.isRefused(address);
                synchronized (this) {
                    probing = false;
                }
                if (refused) {
                    LOG.info("nobody listens at the address of a member: member={}, address={}", name, address);
                    listener.proved(id);
                } else {
                    redial();
                }
            });
        }

        private void redial() {
            Link known;
            synchronized (this) {
                known = ended ? null : link;
            }
            if (known != null) {
                known.redialNow();
            }
        }

        synchronized boolean isUnreachable(long since) {
            return !hasSpoken && !leaving && !goodbye && silentSince - since < 0;
        }

        synchronized @Nullable Link usable() {
            return hasSpoken ? link : null;
        }

        void end(boolean atOnce) {
            Link known;
            boolean inPeace;
            synchronized (this) {
                ended = true;
                known = link;
                inPeace = !atOnce && (leaving || goodbye || closed);
            }
            if (known == null) {
                return;
            }
            if (inPeace) {
                known.drain(LAST_ANSWERS);
            } else {
                known.cut();
            }
        }
    }
}
