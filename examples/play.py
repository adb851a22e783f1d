"""Plays one turn with nothing but the standard library of Python 3: python3 examples/play.py [address [what you do [session]]]

Without the id of a session it begins the first story of the server. The narration is printed as it is told. SCENEWRIGHT_TOKEN holds the token of a server with accounts.
"""

import json
import os
import sys
import threading
import urllib.request
import uuid

FAILURE = "... on Failure { message }"
STORIES = "{ entryPoints(first: 1) { nodes { id name } } }"
START = """mutation ($id: ID!) { result: startCampaign(input: { entryPointId: $id }) {
  ... on StartCampaignPayload { campaign { prologue } session { id lastEventCursor currentScene { narration } } } %s } }""" % FAILURE
SESSION = "query ($id: ID!) { session(id: $id) { id lastEventCursor currentScene { narration } } }"
TURN = """mutation ($input: TakeTurnInput!) { result: takeTurn(input: $input) {
  ... on TurnPayload { turn { id } } %s } }""" % FAILURE
WATCH = """subscription ($id: ID!, $after: Cursor) { turnEvents(sessionId: $id, after: $after) {
  __typename ... on NarrationDelta { text } ... on DiceRolled { roll { line } } ... on TurnFailed { message }
  ... on PlayerPrompted { prompt { __typename ... on RollPrompt { id label } ... on QuestionPrompt { id question } } } } }"""


def send(address, query, variables, accept="application/json"):
    """Sends an operation and returns the open answer."""
    token = os.environ.get("SCENEWRIGHT_TOKEN", "")
    headers = {"content-type": "application/json", "accept": accept}
    if token:
        headers["authorization"] = "Bearer " + token
    body = json.dumps({"query": query, "variables": variables}).encode()
    return urllib.request.urlopen(urllib.request.Request(address, body, headers))


def ask(address, query, variables={}):
    """Sends an operation and returns its data. Errors and foreseen failures end the program with their sentence."""
    with send(address, query, variables) as answer:
        reply = json.load(answer)
    if "errors" in reply:
        sys.exit(reply["errors"][0]["message"])
    result = reply["data"].get("result") or {}
    if "message" in result:
        sys.exit(result["message"])
    return reply["data"]


def watch(address, session_id, after):
    """Yields the events of a session. An error ends the program with its sentence."""
    with send(address, WATCH, {"id": session_id, "after": after}, "text/event-stream") as stream:
        for line in stream:
            text = line.decode().removeprefix("data:").strip()
            if line.startswith(b"data:") and text:
                reply = json.loads(text)
                if "errors" in reply:
                    sys.exit(reply["errors"][0]["message"])
                yield reply["data"]["turnEvents"]


def act(address, session_id, action):
    """Sends an action. Its outcome comes by the stream, so nothing waits for it."""
    given = {"sessionId": session_id, "actionId": str(uuid.uuid4()), "action": action, "wait": False}
    threading.Thread(target=ask, args=(address, TURN, {"input": given})).start()


def begin(address):
    """Begins the first story and returns its session."""
    story = ask(address, STORIES)["entryPoints"]["nodes"][0]
    started = ask(address, START, {"id": story["id"]})["result"]
    print(story["name"], started["campaign"]["prologue"] or "", sep="\n\n")
    return started["session"]


def play(address="http://127.0.0.1:4000/graphql", text="I look around.", session_id=None):
    session = begin(address) if session_id is None else ask(address, SESSION, {"id": session_id})["session"]
    print(session["currentScene"]["narration"], "> " + text, sep="\n\n")
    act(address, session["id"], {"text": text})
    for event in watch(address, session["id"], session["lastEventCursor"]):
        kind = event["__typename"]
        if kind == "NarrationDelta":
            print(event["text"], end="", flush=True)
        elif kind == "DiceRolled":
            print("[%s]" % event["roll"]["line"])
        elif kind == "PlayerPrompted" and event["prompt"]["__typename"] == "RollPrompt":
            print("You roll: " + event["prompt"]["label"])
            act(address, session["id"], {"answer": {"promptId": event["prompt"]["id"]}})
        elif kind == "PlayerPrompted":
            sys.exit(event["prompt"]["question"])
        elif kind == "TurnFailed":
            sys.exit(event["message"])
        elif kind == "TurnCommitted":
            print("\n(committed)")
            return


if __name__ == "__main__":
    play(*sys.argv[1:])
