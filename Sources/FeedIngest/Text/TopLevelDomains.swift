/// Last labels by which a host name without a scheme is told from two words around a full stop: the countries' codes, the
/// old generic domains, and the newer ones that posts really use. A name under any other needs a scheme or `www.`.
let topLevelDomains: Set<String> = Set(
  [countryCodes, genericDomains, internationalDomains].flatMap { $0.split(separator: " ").map(String.init) })

private let countryCodes = """
  ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf \
  cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg \
  gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn \
  kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na \
  nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh \
  si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve \
  vg vi vn vu wf ws ye yt za zm zw
  """

private let genericDomains = """
  com org net edu gov mil int info biz name pro aero coop museum jobs mobi travel tel asia cat post xxx app art audio \
  auto bar bet bike bio blog boutique build business buzz cafe camera camp capital cards care careers cash center chat \
  church city cloud club codes coffee community company computer cool dance dating day deals design dev digital direct \
  dog earth education email energy events expert express family fan farm fashion film finance fit foundation fun fund \
  fyi gallery game games garden gift global gold group guide guru health help host hosting house icu immo ink \
  institute international jewelry kim land legal life link live loan lol love ltd market marketing media moda moe \
  money moscow movie network news ninja one online page party photo photography photos pics pictures pizza plus press \
  productions pub quest radio realty red rent repair report rest restaurant review rip rocks run sale school science \
  services shoes shop show site social software solutions space sport store renderer style support surf systems tatar \
  team tech technology theater tips today tools top tours town trade training university vip watch web website wiki \
  win wine work works world wtf xyz yoga zone
  """

private let internationalDomains = "рф рус москва дети онлайн сайт орг ком бел укр срб мкд мон қаз бг ею"
