import type { CodePage } from '../text-encodings'

/** One language in which a list may be written. */
export interface Writing {
  /** Letters beyond ASCII in small form, the most frequent first. */
  letters: string
  /** Latin letters stand among those of ASCII, others in words of their own. Letters of East Asia need no small forms. */
  script: 'latin' | 'other' | 'east-asian'
  /** Sequences that the language does not have. */
  impossible?: RegExp
  /** First and last pair of bytes of the more frequent characters, whose order is not told here. */
  common?: readonly [lead: number, trail: number, lastLead: number]
}

const latin = (letters: string, impossible?: RegExp): Writing => ({
  ...{ letters, script: 'latin' },
  ...(impossible && { impossible }),
})
const other = (letters: string, impossible?: RegExp): Writing => ({
  ...{ letters, script: 'other' },
  ...(impossible && { impossible }),
})

/** An Italian `è`, which is a word, in windows-1250. */
const LONE_C = /(?<!\p{L})č(?!\p{L})/iu

const SIMPLIFIED =
  '的码不二维一用个了有么吗扫在已会能名接请要到链文件账怎上后改是印开您可付我下号没数哪以行次新出打款此域人录换里看还多前单址或保设重时什更网计想这过成加为点来自密图入方存标无选和查使内字天面地发证回报动记建最页载除法色中登删务手复餐被再示未邮之套验容票旧导态期钱服那把每别片去刷收分其说写留表额续创机大式样几给放包停先置少通转所器做变择本据全费好小按应定填电子试正列边部统检格传恢只运关公错量向完退周从他都击对同如提果短得就信理们客贴显移效告失指因将营明问认目需描备站项原己掉取进税生找作清年张修批司称间即月位让支种该系两联销编处继类白于确结直才家立它头菜饭汤茶酒咖啡奶牛肉猪鸡鱼虾蛋炒烤火锅鲜甜辣红绿黄黑青蓝金银东西南北山河海江湖城市区县省路街道楼层桌店房座室厅园林花树木水土石王李刘陈杨赵吴徐孙马朱胡郭何高罗郑梁谢宋唐许韩冯邓三四五六七八九十百千万伟芳娜敏静丽强磊军洋勇艳杰娟涛超秀霞平刚桂英华玉兰梅志丁豆腐宫保香麻婆上京津重庆广州深圳米粉早午晚套餐区价'
const TRADITIONAL =
  '的一不用有個碼網要在會掃嗎已麼請到可結連以帳次了入印我案上是新您後號開方沒址這下付檔能款描怎人前還哪出數換看域單或變改什多更重過使計無自時存名為字立面來想選檢法裡設成再原圖此件行密中登動啟證內建定回頁載除最標天刪舊列按文把匯態色查分儲之式驗掉理期說資被容那大未其電服去每先取留錄位加公片和只全續做錢機本統額試料給郵樣停幾收點保器傳小子包好正放得手都目復部他作務編轉別接貼告地稱明記寫完們示所張清擇就少發營製錯通舉客己運票報紙同表填對應邊短如項間失從算兩因格向訂司直將處需月生週年顯問即確裝置進也果才讀增找移家立它頭菜飯湯茶酒咖啡奶牛肉豬雞魚蝦蛋炒烤火鍋鮮甜辣紅綠黃黑青藍金銀東西南北山河海江湖城市區縣省路街道樓層桌店房座室廳園林花樹木水土石王李劉陳楊趙吳徐孫馬朱胡郭何高羅鄭梁謝宋唐許韓馮鄧二三四五六七八九十百千萬芳娜敏靜麗強軍洋勇杰娟秀霞平剛桂英華玉蘭梅志丁豆腐宮保香麻婆臺北上京珍珠美玲價'
const JAPANESE =
  'のいーをしますにたでドはンるてがれなかりコさくイスとらだトっきせこんリクみアルもえけメウうロどレあプめフッカおラタグつサわァパジデシそちやキワバダペべセビザテよマごばャゴじムォブずニュネナユミノハホチトツヌソケオエモヤヨヘヒベボポピギゲガゾひふへほぬねゆむぶびぼろげぎぐぜぞ読取入変前払使一認書数更刷確作開印行新支回名画分先出金日込何者自間見文後表字求保除定請成中存合用残選理人済示戻送直方動別削時告内止全報上元番度消社像最以押限場件色設大力要号会加明停替今期証計未続切通引面部料付追額言移運試月法必問所応無短手年週信下本目知語店席階茶酒飯肉魚鶏卵野菜麺豚牛丼食飲物円東京都区市県町村田山川井佐藤鈴木高橋伊渡辺林吉松小島崎原三四五六七八九十百千万天寿司会議室太郎子美麦米粉紅緑黒白赤青海鮮揚焼煮汁味噌品客席予約電住氏'
const KOREAN =
  '요이어로가에드지인는기나코하서고다수도을제스세아일주해정있자은시전보사면메그한내리크만계안데번결으없게소바대되링금비라의미들용캔구문거려경호장파상쇄동저디열않모중여확개청입무운트오예할못음했버돼연새야신적마부단른작행간체우니화터와변받유증더까두찍색싶꾸영설원러된록름페회넣업목래통료액력누추방든명선과레밀르직삭실표져함분복쓰됨남올치때돌필알택프테었속몇너뒤건카림글람패같워붙위집검뉴것처공달초진줘최관튼죠됐읽불법식았곳차왜키커태갑뭐본많판눌후형네종류돈포재줄찾폰님점끝앱쓸언막잘교성납임휴옮걸옛난릴타접말축취조맞티먼떤숫생반백순품얼물손각블린발날매준항월느배션봐답렸큰환짜웃볼당충넘늘산또온갱김박윤강송홍빵피밥국탕찌닭돼술쌀떡볶층광남북서울테이블'

/** The languages of each code page, as far as they are written in lists. */
export const WRITINGS: Readonly<Record<CodePage, readonly Writing[]>> = {
  'windows-1252': [
    latin('éèàêçôîùûâïëœüæÿ'),
    latin('üäöß'),
    latin('óíáéñúü'),
    latin('ãçóáéíêõúâôàü'),
    latin('àèùòìé'),
    latin('äöåé'),
    latin('øåæéö'),
    latin('áðíóéþæöúý', /(?<=\p{L})þ|(?<!\p{L})ð/iu),
  ],
  'windows-1258': [latin('đôêươâăàáíóúéèìòùý', /ă(?![cmnpt])|ơ(?=e)/iu)],
  'windows-1251': [
    other('оаетинсрклдвпмуьызчяйбгжшхёюфцэщъ', /(?<!\p{L})[ьъы]/iu),
    other('оаинвітерсклудмпязьбгчхйїжшюцщєфґ', /(?<!\p{L})ь/iu),
    other('аоеитнсрвлдкпмзъягубчщжйхцшфюь', /(?<!\p{L})ь/iu),
    other('аоиеунјрстдквмплзгбчжшћцљњђхфџ'),
  ],
  'windows-1250': [
    latin('łóążęśćźń'),
    latin('íáéěýřžčšůúňťďó', LONE_C),
    latin('áíéčžýúšľťňôďóäĺŕ', LONE_C),
    latin('áéőöóüíűú'),
    latin('ăâîşţ', /ă(?=[aeo])/iu),
    latin('čšžćđ', LONE_C),
  ],
  'windows-1253': [other('αοιετσνηρπκμυλςόίάγδήέωχθφύβώξζψϊϋΐΰ', /ς(?=\p{L})|σ(?!\p{L})/u)],
  'windows-1254': [latin('ıüşçğöİâîû')],
  'windows-1255': [other('יולאהרמתבשנעחדקצפסכטגזםןךףץ', /[םןךףץ](?=\p{L})/u)],
  'windows-1256': [
    other('الميتروندبعفةحقسكأهطجصخزشغىذإضئءآؤظ،؟؛ًٌٍَُِّـ', /ة(?=\p{L})/u),
    other('انریدهمتوبسلشزکفگعخقجآپحصچطضظغئژذثء', /ة/u),
  ],
  'windows-1257': [latin('ėšųįžčąūę'), latin('āīšēņļūžģčķ'), latin('äõüöšž')],
  'windows-874': [
    other(
      'น้าอ่รกเดงมลัยีไวิหคบแปทสตโ์ใะืขจชูพำุ็ผถึฟณซญภษธศฉ๋๊ๆฝฤฐฏฎฮฆฑฒฬฯ๐๑๒๓๔๕๖๗๘๙฿',
      /(?<![ก-ฮ\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])[\u0e31\u0e33-\u0e3a\u0e47-\u0e4e]|[เแโใไ](?![ก-ฮ])/u,
    ),
  ],
  gb18030: [{ letters: SIMPLIFIED, script: 'east-asian', common: [0xb0, 0xa1, 0xd7] }],
  big5: [{ letters: TRADITIONAL, script: 'east-asian', common: [0xa4, 0x40, 0xc6] }],
  shift_jis: [{ letters: JAPANESE, script: 'east-asian', common: [0x88, 0x40, 0x97] }],
  'euc-kr': [{ letters: KOREAN, script: 'east-asian', common: [0xb0, 0xa1, 0xc8] }],
}
