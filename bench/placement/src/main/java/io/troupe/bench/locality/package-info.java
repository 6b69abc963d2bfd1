// SPDX-License-Identifier: Apache-2.0
/**
 * What it costs when actors meet their state on another thread than last time. Many actors, each with memory of its own; a
 * message reads and writes it at random places; its next message is sent when the previous one is done.
 */
package io.troupe.bench.locality;
