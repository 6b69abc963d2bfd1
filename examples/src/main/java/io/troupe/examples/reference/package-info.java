// SPDX-License-Identifier: Apache-2.0
/**
 * The programs of the reference pages, one per page of docs that shows code. The pages quote the tagged regions; a test
 * compares the two and runs the programs.
 */
package io.troupe.examples.reference;
