// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

/** The ways to pace that are compared. */
enum Way {
    TCP("TCP only"),
    CREDIT_256("credit 256"),
    CREDIT_AUTO("credit auto"),
    PACING("pacing");

    final String text;

    Way(String text) {
        this.text = text;
    }

    Scheme scheme(Queue queue, long rtt) {
        return switch (this) {
            case TCP -> Schemes.tcp();
            case CREDIT_256 -> Schemes.credit(256);
            case CREDIT_AUTO -> Schemes.autoCredit();
            case PACING -> Nak.alone(queue, rtt);
        };
    }
}
