// SPDX-License-Identifier: Apache-2.0
/** The façade: {@link io.troupe.cluster.Cluster} makes durable actors of a system reachable by key. */
package io.troupe.cluster;
