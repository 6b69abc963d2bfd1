// SPDX-License-Identifier: Apache-2.0
/**
 * The programs of the guide, a theatre that sells its seats. One program per chapter of docs/guide, which quotes the tagged
 * regions; a test compares the two and runs the programs.
 */
package io.troupe.examples.guide;
