// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

/** The newest view that this process has been given: its callers and its guards go by the same one. Any thread. */
final class CurrentView {
    private volatile RouteView view;

    CurrentView(RouteView first) {
        this.view = first;
    }

    RouteView get() {
        return view;
    }

    /** Takes a view unless it is older than the present one. Returns whether it was taken. */
    synchronized boolean take(RouteView next) {
        if (next.number() < view.number()) {
            return false;
        }
        view = next;
        return true;
    }
}
