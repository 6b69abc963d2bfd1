// SPDX-License-Identifier: Apache-2.0
/**
 * Unbalanced cobwebbed tree (Savina, after Zhao and Jamali): every node is an actor. First the tree grows, each node making
 * its children; then all nodes are visited, urgent ones before their siblings; each does its work, and hands the result to
 * the next sibling (the cobweb) and, added up, to its parent. The run ends when all actors have ended.
 *
 * <pre>
 *   Gardener → Node → child Nodes → …          grow, visit
 *   Gardener ← Node ← child Nodes, Node → Node grown, total, share
 * </pre>
 */
package io.troupe.bench.savina.parallel.tree;
