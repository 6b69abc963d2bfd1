// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import java.util.ArrayList;
import java.util.List;

/** Links, queues and flows in steps of 25 to 100 µs. Deterministic. */
final class World {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1000 * MILLI;

    final List<Link> links = new ArrayList<>();
    final List<Queue> queues = new ArrayList<>();
    final List<Flow> flows = new ArrayList<>();
    final long step;
    /** The sender stands still from when until when. */
    long frozenFrom = Long.MAX_VALUE;

    long frozenUntil = Long.MAX_VALUE;
    private Publisher publisher;

    World(long step) {
        this.step = step;
    }

    Link link(long rtt, int window) {
        Link link = new Link(rtt, step, window);
        links.add(link);
        return link;
    }

    Queue queue(Queue queue) {
        queues.add(queue);
        return queue;
    }

    Flow flow(Link link, Queue queue, Source source, Scheme scheme) {
        Flow flow = new Flow(link, queue, source, scheme);
        flows.add(flow);
        return flow;
    }

    void publisher(Publisher newPublisher) {
        publisher = newPublisher;
    }

    World run(double seconds) {
        return run(0, seconds);
    }

    World run(double from, double to) {
        long steps = Math.round(to * SECOND / step);
        for (long i = Math.round(from * SECOND / step); i < steps; i++) {
            step(i);
        }
        return this;
    }

    private void step(long i) {
        long now = i * step;
        boolean frozen = now >= frozenFrom && now < frozenUntil;
        if (publisher != null) {
            publisher.step(now, step);
        }
        for (Link link : links) {
            link.begin(i);
        }
        for (Flow flow : flows) {
            flow.produce(now, step);
            if (!frozen) {
                flow.hear(now);
                flow.send(now, i);
            }
        }
        for (int k = 0; k < links.size(); k++) {
            links.get((int) ((k + i) % links.size())).read(now, i);
        }
        for (Flow flow : flows) {
            flow.control(now);
        }
        for (Queue queue : queues) {
            queue.step(now, step);
        }
    }
}
