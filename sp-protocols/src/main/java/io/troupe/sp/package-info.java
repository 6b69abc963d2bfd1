// SPDX-License-Identifier: Apache-2.0
/**
 * Sockets, devices and endpoints, and behind them the rules of the protocols. Users start at {@link io.troupe.sp.Sockets},
 * {@link io.troupe.sp.Devices} or {@link io.troupe.sp.SpActors}; everything else here is package-private.
 *
 * <pre>
 *   Sockets → SocketCore (dialers, listeners, pipes) + a Pattern (the rules of one protocol)
 *
 *   send    → MessagePort → SendPort → WaitQueue → the pattern's attempt → Pipe.offer → transport
 *   receive → ReceiveQueue → WaitQueue          ← ReceiveQueue.put ← Pattern.onMessage ← pipe
 *
 *   PAIR               PairPattern, Pair1Pattern (PairPeers: OnePeer, ManyPeers)
 *   PUSH, PULL         PushPattern (RoundRobin), PullPattern
 *   PUB, SUB, BUS      PubPattern, SubPattern (SubscriberContext, SubscriptionTrie), BusPattern; Broadcast → BroadcastPipe for each peer
 *   REQ                RequestPattern (PendingRequests: by number, unsent, waiting) → RequestContext, RequestPromise
 *   REP, RESPONDENT    ReplyPattern → RequestQueue (a fair share for each ReplyPipe) → ReplyContext, RequestServer
 *   SURVEYOR           SurveyPattern → SurveyContext, SurveyPromise
 *   raw modes          RawAskPattern, RawReplyPattern; Backtrace reads the words before a body
 *
 *   Devices.forward    raw socket → Forwarder → raw socket
 *   SpActors           socket → a turn of EndpointActor → service (a typed call) → its promise → socket
 * </pre>
 *
 * <p>May import: core, message, socket, transport. Patterns never wait and hold no lock while they call a pipe; only WaitQueue
 * waits.
 */
package io.troupe.sp;
