// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/** A socket that sends and receives: PAIR, BUS and raw sockets; REQ, REP, SURVEYOR and RESPONDENT extend it. Thread-safe. */
public interface DuplexSocket extends SendingSocket, ReceivingSocket {}
