// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import org.jspecify.annotations.Nullable;

/** Requests in order, linked by themselves: adding and removing cost nothing. A request is in one list at most. */
final class RequestList {
    private @Nullable OpenRequest first;
    private @Nullable OpenRequest last;

    @Nullable
    OpenRequest first() {
        return first;
    }

    void addLast(OpenRequest request) {
        request.list = this;
        request.before = last;
        request.after = null;
        if (last == null) {
            first = request;
        } else {
            last.after = request;
        }
        last = request;
    }

    void addFirst(OpenRequest request) {
        request.list = this;
        request.before = null;
        request.after = first;
        if (first == null) {
            last = request;
        } else {
            first.before = request;
        }
        first = request;
    }

    /** Takes it out, if it is in. */
    void remove(OpenRequest request) {
        if (request.list != this) {
            return;
        }
        OpenRequest left = request.before;
        OpenRequest right = request.after;
        if (left == null) {
            first = right;
        } else {
            left.after = right;
        }
        if (right == null) {
            last = left;
        } else {
            right.before = left;
        }
        request.list = null;
        request.before = null;
        request.after = null;
    }
}
