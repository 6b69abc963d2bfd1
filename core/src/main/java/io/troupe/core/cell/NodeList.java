// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list in order whose members are taken out in constant time, and which keeps nothing of them. For one thread at a time. */
final class NodeList<T> {
    private @Nullable Node<T> first;
    private @Nullable Node<T> last;

    NodeList() {}

    Node<T> add(T value) {
        Node<T> node = new Node<>(value, last);
        if (last == null) {
            first = node;
        } else {
            last.after = node;
        }
        last = node;
        return node;
    }

    /** Takes a member out; nothing if it is out already. */
    void remove(Node<T> node) {
        if (node.before == null && first != node) {
            return;
        }
        if (node.before == null) {
            first = node.after;
        } else {
            node.before.after = node.after;
        }
        if (node.after == null) {
            last = node.before;
        } else {
            node.after.before = node.before;
        }
        node.before = null;
        node.after = null;
    }

    /** Takes the first out, or returns null. */
    @Nullable
    T poll() {
        Node<T> node = first;
        if (node == null) {
            return null;
        }
        remove(node);
        return node.value;
    }

    boolean isEmpty() {
        return first == null;
    }

    List<T> takeAll() {
        List<T> all = new ArrayList<>();
        for (Node<T> node = first; node != null; node = first) {
            all.add(node.value);
            remove(node);
        }
        return all;
    }

    /** A place in the list. */
    static final class Node<T> {
        private final T value;
        private @Nullable Node<T> before;
        private @Nullable Node<T> after;

        private Node(T value, @Nullable Node<T> before) {
            this.value = value;
            this.before = before;
        }
    }
}
