// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import org.jspecify.annotations.Nullable;

/** What the other side exposes under a name, over whatever session is up. Any thread. */
final class NamedOutlet extends RemoteOutlet {
    private final BasicLink link;
    private final String name;
    private final boolean waiting;

    /** The way of the present session; replaced when there is another one. Racy: any of them will do. */
    private @Nullable Route latest;

    NamedOutlet(BasicLink link, String name, boolean waiting) {
        super(link.config().host(), waiting);
        this.link = link;
        this.name = name;
        this.waiting = waiting;
    }

    @Override
    @Nullable
    Route route() {
        OutgoingCalls up = link.calls();
        Route known = latest;
        if (up == null || up.isDown()) {
            return null;
        }
        if (known == null || known.calls() != up) {
            OutCell cell = up.cell(name);
            known = new Route(up, cell);
            latest = known;
            if (cell.to().id() == 0) {
                up.resolve(name);
            }
        }
        return known;
    }

    @Override
    public RemoteOutlet waiting(boolean wait) {
        return wait == waiting ? this : new NamedOutlet(link, name, wait);
    }

    @Override
    String downBecause() {
        return link.downBecause();
    }

    @Override
    public String address() {
        return link.peer() + "/" + name;
    }

    @Override
    public Object identity() {
        return new Identity(link, name);
    }

    /** Equal names on one link are one target. */
    private record Identity(BasicLink link, String name) {}
}
