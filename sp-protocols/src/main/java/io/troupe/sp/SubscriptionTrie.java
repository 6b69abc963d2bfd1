// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Prefixes, each counted as often as it was added, as a radix tree: a node stands for what the labels on the way to it spell.
 * Immutable, so that messages are matched without a lock; a change copies the nodes on its way, matching takes at most one
 * step for each byte of the longest prefix, however many there are.
 *
 * <p>Invariant: below the root each label has a byte at least, children are sorted by their first byte, no two begin alike,
 * and a node that is no prefix itself has two children at least.
 */
final class SubscriptionTrie {
    private static final SubscriptionTrie[] NO_CHILDREN = {};
    /** No prefix: matches nothing. */
    static final SubscriptionTrie NONE = new SubscriptionTrie(new byte[0], 0, NO_CHILDREN);

    private final byte[] label;
    /** How often the prefix that ends here was added; 0: it is none. */
    private final int count;

    private final SubscriptionTrie[] children;

    private SubscriptionTrie(byte[] label, int count, SubscriptionTrie[] children) {
        this.label = label;
        this.count = count;
        this.children = children;
    }

    /** Whether the body, from its position to its limit, begins with one of them; changes neither of the two. */
    boolean match(ByteBuffer body) {
        SubscriptionTrie node = this;
        int at = body.position();
        int limit = body.limit();
        while (node.count == 0) {
            int index = at == limit ? -1 : node.find(body.get(at));
            if (index < 0) {
                return false;
            }
            node = node.children[index];
            if (!node.standsAt(at, body, limit)) {
                return false;
            }
            at += node.label.length;
        }
        return true;
    }

    private boolean standsAt(int at, ByteBuffer body, int limit) {
        if (label.length > limit - at) {
            return false;
        }
        for (int i = 1; i < label.length; i++) { // the first byte led here
            if (label[i] != body.get(at + i)) {
                return false;
            }
        }
        return true;
    }

    /** These and one more. */
    SubscriptionTrie with(byte[] prefix) {
        return with(prefix, 0);
    }

    private SubscriptionTrie with(byte[] prefix, int at) {
        if (at == prefix.length) {
            return new SubscriptionTrie(label, count + 1, children);
        }
        int index = find(prefix[at]);
        if (index < 0) {
            return inserted(
                    ~index, new SubscriptionTrie(Arrays.copyOfRange(prefix, at, prefix.length), 1, NO_CHILDREN));
        }
        SubscriptionTrie child = children[index];
        int common = child.common(prefix, at);
        if (common < child.label.length) {
            child = child.split(common);
        }
        return replaced(index, child.with(prefix, at + common));
    }

    /** These without one; null: it is not among them. */
    @Nullable
    SubscriptionTrie without(byte[] prefix) {
        return without(prefix, 0);
    }

    private @Nullable SubscriptionTrie without(byte[] prefix, int at) {
        if (at == prefix.length) {
            return count == 0 ? null : new SubscriptionTrie(label, count - 1, children);
        }
        int index = find(prefix[at]);
        if (index < 0) {
            return null;
        }
        SubscriptionTrie child = children[index];
        int common = child.common(prefix, at);
        SubscriptionTrie fewer = common < child.label.length ? null : child.without(prefix, at + common);
        if (fewer == null) {
            return null;
        }
        if (fewer.count > 0 || fewer.children.length > 1) {
            return replaced(index, fewer);
        }
        return fewer.children.length == 0 ? removed(index) : replaced(index, fewer.joined());
    }

    /** Bytes that the label and the prefix from there on have in common. */
    private int common(byte[] prefix, int at) {
        int different = Arrays.mismatch(label, 0, label.length, prefix, at, prefix.length);
        return different < 0 ? label.length : different;
    }

    private SubscriptionTrie split(int length) {
        SubscriptionTrie lower = new SubscriptionTrie(Arrays.copyOfRange(label, length, label.length), count, children);
        return new SubscriptionTrie(Arrays.copyOf(label, length), 0, new SubscriptionTrie[] {lower});
    }

    private SubscriptionTrie joined() {
        SubscriptionTrie only = children[0];
        byte[] both = Arrays.copyOf(label, label.length + only.label.length);
        System.arraycopy(only.label, 0, both, label.length, only.label.length);
        return new SubscriptionTrie(both, only.count, only.children);
    }

    private SubscriptionTrie inserted(int index, SubscriptionTrie child) {
        SubscriptionTrie[] more = new SubscriptionTrie[children.length + 1];
        System.arraycopy(children, 0, more, 0, index);
        more[index] = child;
        System.arraycopy(children, index, more, index + 1, children.length - index);
        return new SubscriptionTrie(label, count, more);
    }

    private SubscriptionTrie replaced(int index, SubscriptionTrie child) {
        SubscriptionTrie[] same = children.clone();
        same[index] = child;
        return new SubscriptionTrie(label, count, same);
    }

    private SubscriptionTrie removed(int index) {
        SubscriptionTrie[] fewer = new SubscriptionTrie[children.length - 1];
        System.arraycopy(children, 0, fewer, 0, index);
        System.arraycopy(children, index + 1, fewer, index, fewer.length - index);
        return new SubscriptionTrie(label, count, fewer);
    }

    /** Where the child is that begins with this byte; −1 − where it would be, if there is none. */
    private int find(byte first) {
        int low = 0;
        int high = children.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Byte.compare(children[middle].label[0], first);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return ~low;
    }
}
