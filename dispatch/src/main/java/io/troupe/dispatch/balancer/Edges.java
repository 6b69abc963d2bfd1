// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Edges in arrays: there are tens of thousands of them, and objects would be most of the cost of a snapshot. As a list it makes
 * them up one by one, for those who want to read them.
 */
final class Edges extends AbstractList<Edge> {
    private int[] a = new int[64];
    private int[] b = new int[64];
    private double[] rate = new double[64];
    private double[] certain = new double[64];
    private int size;

    /** None. */
    Edges() {}

    /** The same edges. */
    static Edges of(List<Edge> edges) {
        Edges result = new Edges();
        for (Edge edge : edges) {
            result.add(edge.a(), edge.b(), edge.rate(), edge.certain());
        }
        return result;
    }

    /** None, but with room for as many as there were. */
    void reset() {
        size = 0;
    }

    void add(int from, int to, double calls, double sure) {
        if (size == a.length) {
            a = Arrays.copyOf(a, 2 * size);
            b = Arrays.copyOf(b, 2 * size);
            rate = Arrays.copyOf(rate, 2 * size);
            certain = Arrays.copyOf(certain, 2 * size);
        }
        a[size] = from;
        b[size] = to;
        rate[size] = calls;
        certain[size] = sure;
        size++;
    }

    int a(int at) {
        return a[at];
    }

    int b(int at) {
        return b[at];
    }

    double rate(int at) {
        return rate[at];
    }

    double certain(int at) {
        return certain[at];
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Edge get(int at) {
        Objects.checkIndex(at, size);
        return new Edge(a[at], b[at], rate[at], certain[at]);
    }
}
