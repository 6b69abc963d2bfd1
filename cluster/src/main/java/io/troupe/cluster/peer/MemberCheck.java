// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.net.transport.Address;
import io.troupe.remoting.link.Authenticator;
import io.troupe.remoting.link.LinkIdentity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the process that answers at the address of a member is that member: by its id, and with TLS by the certificate that
 * its row names. On loops of links.
 */
final class MemberCheck implements Authenticator {
    private static final Logger LOG = LoggerFactory.getLogger(MemberCheck.class);

    private final MemberInfo info;
    private final boolean secure;
    private final Runnable replaced;

    /** What was refused last: said once. */
    private volatile String told = "";

    /**
     * Nobody has answered yet.
     *
     * @param info of the row
     * @param replaced run when somebody with another id answers without TLS, where the address is all that tells members apart
     */
    MemberCheck(MemberInfo info, Runnable replaced) {
        this.info = info;
        this.secure = Address.parse(info.address()).scheme() == Address.Scheme.TLS;
        this.replaced = replaced;
    }

    @Override
    public @Nullable String principal(@Nullable String token, LinkIdentity peer) {
        long id = PeerLinks.idOf(peer.id());
        String fingerprint = secure ? PeerLinks.fingerprintOf(peer.certificate()) : "";
        boolean isItself = id == info.id();
        if (isItself && (!secure || (!fingerprint.isEmpty() && fingerprint.equals(info.fingerprint())))) {
            return null;
        }
        String rule = isItself
                ? "a member must show the certificate with which it has joined; start it again if it has a new one: member="
                : "whoever answers at the address of a member must be that member: member=";
        String refusal = rule + info.name()
                + ", address=" + info.address() + ", id=" + MemberInfo.idText(info.id()) + ", certificate="
                + info.fingerprint() + ", answeredId=" + MemberInfo.idText(id) + ", answeredCertificate=" + fingerprint;
        if (!refusal.equals(told)) {
            told = refusal;
            LOG.warn(refusal);
        }
        if (!isItself && !secure) {
            replaced.run();
        }
        throw new LinkRefusedException(refusal);
    }
}
